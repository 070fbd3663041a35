import { normalPassword } from '@bolsillo/factors/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAddress, readAddress } from './address.ts'
import { commonWords } from './common-passwords-data.ts'
import { passwordProblem } from './password-rules.ts'

const addressOf = (typed: string) => {
  const reading = readAddress(typed)
  if (!isAddress(reading)) throw new Error(typed)
  return reading
}
const phone = addressOf('5512341907')
const email = addressOf('lola.montes+x@correo.mx')

describe('a login password', () => {
  it.each([
    'Jacaranda-7 verde',
    'tijera luna papel',
    'kx7m-2pqa-9wzt',
    'tx9!kLm2',
    'ñandú-2026',
    'correcto caballo',
    '日本語パスワ',
    '   con espacios ',
    '🦊🌵🌊-lago',
  ])('may be %j', (typed) => expect(passwordProblem(typed, phone)).toBeUndefined())

  it.each([
    ['', 'password-length'],
    ['a1-b2', 'password-length'],
    ['🦊🌵🌊🦊🌵', 'password-length'],
    ['x1-x2-x3-x4-x5-x6-x7-', 'password-length'],
    ['tab\there-7', 'password-characters'],
    ['half \ud800 pair', 'password-characters'],
    ['123456', 'password-common'],
    ['19850312', 'password-common'],
    ['12-03-1985', 'password-common'],
    ['P4ssw0rd!', 'password-common'],
    ['p@$$w0rd', 'password-common'],
    ['CONTRASEÑA1', 'password-common'],
    ['contrasena', 'password-common'],
    ['mexico2026', 'password-common'],
    ['¡Guadalupe#1!', 'password-common'],
    ['m4r1a1985!', 'password-common'],
    ['qwerty123', 'password-common'],
    ['1q2w3e4r', 'password-common'],
    ['asdf1234', 'password-common'],
    ['zyxwvu', 'password-common'],
    ['aaaaaa', 'password-common'],
    ['abcabcabc', 'password-common'],
    ['amoramor', 'password-common'],
    ['teamo123', 'password-common'],
    ['        ', 'password-common'],
    ['!@#$%^', 'password-common'],
    ['Bolsillo-x7', 'password-names-account'],
    ['b0lsillo', undefined],
    ['5512341907', 'password-names-account'],
    ['x341907x', 'password-names-account'],
  ])('%j: %s', (typed, problem) => expect(passwordProblem(typed, phone)).toBe(problem))

  it('may not hold a part of the e-mail address', () => {
    expect(passwordProblem('montes88x', email)).toBe('password-names-account')
    expect(passwordProblem('Lola-7-verde-azul', email)).toBe('password-names-account')
    expect(passwordProblem('montes88x', phone)).toBeUndefined()
  })

  it('is refused whatever is around a common word', () => {
    const word = fc.constantFrom(...[...commonWords].filter(({ length }) => length >= 4 && length <= 12))
    const around = fc.string({ unit: fc.constantFrom(...'0123456789!.*-_#'), maxLength: 4 })
    fc.assert(
      fc.property(around, word, around, (before, common, after) => {
        const typed = `${before}${common}${after}`
        if (typed.length >= 6) expect(passwordProblem(typed)).toMatch(/password-(common|names-account)/)
      }),
    )
  })

  it('is the same however its accents were composed', () => {
    expect(normalPassword('contrasen\u0303a')).toBe(normalPassword('contraseña'))
  })

  it('is judged at once, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (typed) => {
        passwordProblem(typed, email)
      }),
    )
    // The processor's time, which no other busy process lengthens.
    const start = process.cpuUsage().user
    for (const long of ['a'.repeat(100_000), '1!'.repeat(50_000), '\u0301'.repeat(100_000)])
      passwordProblem(long, email)
    expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(1000)
  })
})
