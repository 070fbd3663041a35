import { describe, expect, it } from 'vitest'
import { curpFitsName } from './curp-and-name.ts'
import { isPersonName, isSameName } from './person-name.ts'

describe('two ways to write a name are one person’s', () => {
  it.each([
    ['María Fernanda López Hernández', 'LOPEZ HERNANDEZ MARIA FERNANDA'],
    ['María Fernanda López Hernández', 'maria lopez'],
    ['José de la Cruz Muñoz', 'JOSE CRUZ MUNOZ'],
    ["Ana O'Connor Díaz", 'OCONNOR DIAZ ANA'],
    ['João da Silva Souza', 'JOAO DA SILVA SOUZA'],
    ['Jean-Luc Martín Paz', 'jean luc martin'],
  ])('%s = %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(isSameName(other, one)).toBe(true)
  })

  it.each([
    ['María López', 'María Hernández'],
    ['María López Hernández', 'López'],
    ['María López', ''],
    ['Juan Juan Pérez', 'Juan Pérez Pérez'],
    ['María de la', 'María de la'],
    ['María López', 'Мария López'],
  ])('%s ≠ %s', (one, other) => {
    expect(isSameName(one, other)).toBe(false)
    expect(isSameName(other, one)).toBe(false)
  })
})

describe('a full name', () => {
  it.each(['María López', 'José Ángel Núñez-Peña', "Ana O'Connor", 'João d’Ávila', 'Li Wu'])('may be %s', (name) => {
    expect(isPersonName(name)).toBe(true)
  })
  it.each([
    '',
    '   ',
    'M',
    'María',
    'M L',
    '😀 😀',
    'María 2 López',
    '<img src=x onerror=alert(1)> López',
    "'); DROP TABLE customer",
    '=HYPERLINK("x") López',
    'Mar\u200bía López',
    'Ma\u202eria López',
    'Z̸̧a̷l̶g̵o López',
    'Мария Лопес',
    `${'a'.repeat(80)} López`,
  ])('is not %j', (name) => {
    expect(isPersonName(name)).toBe(false)
  })
})

describe('a CURP and a name', () => {
  const maria = { initials: 'LOHM', consonants: 'PRR' }
  it.each([
    ['María López Hernández', 'fits'],
    ['López Hernández María', 'fits'],
    ['Hernández López María', 'fits'],
    ['María Lozano Hernández', 'doubtful'],
    ['María Pérez Hernández', 'differs'],
    ['Carlos Ruiz Ortega', 'differs'],
  ] as const)('%s %s', (name, outcome) => {
    expect(curpFitsName(maria, name)).toBe(outcome)
  })

  it('passes over María and José where there is another given name', () => {
    expect(curpFitsName({ initials: 'LOHF', consonants: 'PRR' }, 'María Fernanda López Hernández')).toBe('fits')
  })

  it('takes X for a missing surname, for Ñ and for a rude word', () => {
    expect(curpFitsName({ initials: 'BOXW', consonants: 'RXN' }, 'Wendy Boro')).toBe('fits')
    expect(curpFitsName({ initials: 'XUPA', consonants: 'XRN' }, 'Ana Ñuñez Pérez')).toBe('fits')
    expect(curpFitsName({ initials: 'PXDR', consonants: 'ZMB' }, 'Roberto Peza Domínguez')).toBe('fits')
  })
})
