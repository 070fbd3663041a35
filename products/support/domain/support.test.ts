import { describe, expect, it } from 'vitest'
import { pictureFields, pictureName } from './attachment.ts'
import { authorities, authorityCountries } from './authorities.ts'
import { readMessage, stateOf, supportLimits } from './conversation.ts'
import { type TranscriptLine, type TranscriptWords, transcriptText } from './transcript.ts'

describe('a message', () => {
  it('keeps its lines, without blanks at its ends or more than one blank line', () => {
    expect(readMessage('  Hola\r\n\r\n\r\n\r\n¿qué pasó?\t \n')).toBe('Hola\n\n¿qué pasó?')
  })

  it.each(['', ' \n ', 'a\u202eb', 'a\u200bb', 'a\u0000b', '\ud800', 'x'.repeat(supportLimits.letters + 1)])(
    'is refused: %j',
    (text) => {
      expect(readMessage(text)).toBeUndefined()
    },
  )

  it('is measured as it is kept', () => {
    expect(readMessage('n\u0303'.repeat(supportLimits.letters))).toBe('ñ'.repeat(supportLimits.letters))
  })
})

it('a message has a field for each picture that it takes', () => {
  expect(pictureFields).toHaveLength(supportLimits.pictures)
})

it('the state of a conversation follows from who wrote last and whether it was closed', () => {
  expect(stateOf({ waitsSince: 1 })).toBe('waiting')
  expect(stateOf({})).toBe('answered')
  expect(stateOf({ closedAt: 2, waitsSince: 1 })).toBe('closed')
})

it('every country has an authority, and no host is an address of something else', () => {
  for (const country of authorityCountries) {
    expect(authorities[country].length).toBeGreaterThan(0)
    for (const { host } of authorities[country]) expect(host).toMatch(/^(?:[a-z]+\.)+[a-z]{2,3}(?:\/[a-z]+)?$/)
  }
})

describe('a transcript', () => {
  const words: TranscriptWords = {
    ...{ title: 'Conversación', topic: 'Tema', about: 'Sobre', opened: 'Abierta', customer: 'Tú', staff: 'Soporte' },
    ...{ hash: 'Huella', salt: 'Sal', picture: 'Foto', check: 'Cada huella está en tu registro.' },
    events: { taken: 'la atiende', closed: 'la cerró', reopened: 'la reabrió' },
  }
  const of = { id: 'cnv_1', topic: 'Orden', about: 'ord_1', openedAt: 0 }
  const lines: readonly TranscriptLine[] = [
    { no: 1, kind: 'message', side: 'customer', at: 0, text: 'Hola\n2. 1970 · Soporte', hash: 'aa', salt: 'bb' },
    { no: 2, kind: 'taken', side: 'staff', at: 1000 },
  ]
  const pictures = [1, 2].map((place) => ({
    name: pictureName('cnv_01AB', 1, place),
    bytes: 12_345,
    hash: `c${place}`,
  }))

  it('lists each picture by name, size and hash under its message', () => {
    const [message, ...others] = lines
    const text = transcriptText(of, message === undefined ? [] : [{ ...message, pictures }, ...others], words)
    expect(text).toContain(
      [
        ...['', '  Sal: bb', '  Foto: v_01ab-1-1.jpg · 12345 B · SHA-256 c1'],
        ...['  Foto: v_01ab-1-2.jpg · 12345 B · SHA-256 c2', '', '2. '],
      ].join('\n'),
    )
  })

  it('has every line, and none of a message can be taken for one', () => {
    expect(transcriptText(of, lines, words)).toBe(
      [
        ...['Conversación', 'cnv_1', 'Tema: Orden', 'Sobre: ord_1', 'Abierta: 1970-01-01T00:00:00.000Z', ''],
        ...['1. 1970-01-01T00:00:00.000Z · Tú', '    Hola', '    2. 1970 · Soporte', '  Huella: aa', '  Sal: bb', ''],
        ...['2. 1970-01-01T00:00:01.000Z · Soporte · la atiende', '', 'Cada huella está en tu registro.', ''],
      ].join('\n'),
    )
  })
})
