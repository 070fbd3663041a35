import { describe, expect, it } from 'vitest'
import { isNickname } from './nickname.ts'

describe('what somebody is called', () => {
  it.each(['', 'María José', 'Lu', '李', "O'Higgins", 'Ñandú 3', '🙂'])('may be %j', (text) => {
    expect(isNickname(text)).toBe(true)
  })

  it.each(['a\u200bb', '\u202eoiram', 'z\u0300\u0301\u0302\u0303\u0304', '<b>', '{{7*7}}', 'x\u2066y'])(
    'may not be %j',
    (text) => expect(isNickname(text)).toBe(false),
  )
})
