import { afterWrongTry, nextCodeAt, pinState, stoppedMs, waitMsAfter } from '@bolsillo/factors/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceInMessages, deviceName, unknownProgram } from './device-name.ts'
import { identitySettings, isIdentityBeforeTrading } from './identity-settings.ts'
import { pinProblem } from './pin-rules.ts'
import { registrationProblems } from './register-problems.ts'

describe('identity before trading', () => {
  it.each([
    ['real-money', 'SIM', false],
    ['real-money', 'LIVE', true],
    ['always', 'SIM', true],
    ['never', 'LIVE', false],
  ] as const)('set to %s in %s is %s', (setting, mode, asked) => {
    expect(isIdentityBeforeTrading(setting, mode)).toBe(asked)
  })

  it('is asked for where money is real, unless an operator set it otherwise (decision 9)', () => {
    expect(identitySettings.beforeTrading.standard).toBe('real-money')
  })
})

describe('six digits', () => {
  it.each([
    '000000',
    '123456',
    '654321',
    '246802',
    '112233',
    '121212',
    '123123',
    '123321',
    '147258',
    '159753',
    '199012',
    '122001',
    '777788',
    '102030',
    '420420',
    '098765',
    '347890'.replace('347890', '789012'),
  ])('may not be %s', (typed) => expect(pinProblem(typed)).toBe('common'))

  it.each(['284615', '739104', '620418', '905172'])('may be %s', (typed) => {
    expect(pinProblem(typed)).toBeUndefined()
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', ' 12345', '12 345', '-12345', '1e3456'])(
    '%j is not six digits',
    (typed) => {
      expect(pinProblem(typed)).toBe('malformed')
    },
  )

  it('refuses few of the million, so that most people keep theirs', () => {
    // Every 17th: repeated halves (abcabc) are multiples of 1001 = 7 · 11 · 13, which those primes would count too often.
    let refused = 0
    for (let pin = 0; pin < 1_000_000; pin += 17) {
      if (pinProblem(String(pin).padStart(6, '0')) !== undefined) refused += 1
    }
    expect(refused).toBeGreaterThan(2000 / 17)
    expect(refused).toBeLessThan(8000 / 17)
  })

  it('locks at the fifth wrong try', () => {
    const counts = [0, 1, 2, 3, 4].map((failures) => afterWrongTry({ failures }, 1000).lockedUntil)
    expect(counts).toEqual([undefined, undefined, undefined, undefined, 1000 + 24 * 3_600_000])
  })

  it.each([
    [undefined, { set: false, triesLeft: 5 }],
    [
      { failures: 2, lockedUntil: undefined },
      { set: true, triesLeft: 3 },
    ],
    [
      { failures: 5, lockedUntil: 2000 },
      { set: true, triesLeft: 0, lockedUntil: 2000 },
    ],
    [
      { failures: 5, lockedUntil: 1000 },
      { set: true, triesLeft: 5 },
    ],
  ])('of %j are shown as %j', (stored, shown) => expect(pinState(stored, 1000)).toEqual(shown))
})

describe('the wait after failures', () => {
  it('starts at the fifth of an account, doubles to an hour, and stops at the hundredth', () => {
    const waits = [4, 5, 6, 7, 11, 12, 13, 99, 100].map((failures) => waitMsAfter('account', failures))
    expect(waits).toEqual([0, 30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000, stoppedMs])
  })

  it('never gets shorter', () => {
    fc.assert(
      fc.property(fc.constantFrom('account' as const, 'network' as const), fc.nat(200), (kind, failures) => {
        expect(waitMsAfter(kind, failures + 1)).toBeGreaterThanOrEqual(waitMsAfter(kind, failures))
      }),
    )
  })
})

describe('the next code', () => {
  const now = 10_000_000
  it.each([
    ['at once the first time', [], now],
    ['half a minute after the last', [now - 10_000], now + 20_000],
    [
      'an hour after the fifth last',
      [now - 40_000, now - 80_000, now - 120_000, now - 160_000, now - 200_000],
      now + 3_400_000,
    ],
    ['at once when the fifth last is over an hour old', [now - 40_000, 3, 2, 1, 0], now],
  ])('may be sent %s', (_, sent, at) => expect(nextCodeAt(sent, now)).toBe(at))
})

describe('a registration', () => {
  const rules = { areaCodes: ['+52', '+55'], passwordLength: { min: 6, max: 20 } }
  const sound = {
    by: 'phone' as const,
    account: '5512341907',
    areaCode: undefined,
    password: 'Jacaranda-7 verde',
    agreeDisclaimer: true,
    agreePrivacy: true,
  }
  it('has no problem when all is well', () => expect(registrationProblems(sound, rules)).toEqual([]))
  it('follows the published settings: area codes, and the bounds of the password', () => {
    const problems = (typed: Partial<typeof sound> & { readonly areaCode?: string }) =>
      registrationProblems({ ...sound, ...typed }, rules)
    expect(problems({ account: '+34612345678' })).toEqual([{ field: 'areaCode', name: 'area-code-unknown' }])
    expect(problems({ password: 'Jacaranda-7 verde!!!!' })).toEqual([{ field: 'password', name: 'password-length' }])
    const longer = { ...rules, passwordLength: { min: 6, max: 30 } }
    expect(registrationProblems({ ...sound, password: 'Jacaranda-7 verde!!!!' }, longer)).toEqual([])
  })

  it('names what is wrong of the field it was typed in: an e-mail is no malformed number', () => {
    const named = (by: 'phone' | 'email', account: string) =>
      registrationProblems({ ...sound, by, account }, rules).map(({ name }) => name)
    expect([named('email', 'ana.correo.mx'), named('phone', 'ana@'), named('email', '5512341907')]).toEqual([
      ['email-malformed'],
      ['phone-malformed'],
      ['email-malformed'],
    ])
  })

  it('names every field that has one, in the order the server refuses them', () => {
    const empty = {
      by: 'email' as const,
      account: 'a@b',
      areaCode: '+52',
      password: 'qwerty',
      agreeDisclaimer: false,
      agreePrivacy: false,
    }
    expect(registrationProblems(empty, rules)).toEqual([
      { field: 'account', name: 'email-malformed' },
      { field: 'agreeDisclaimer', name: 'consents-needed' },
      { field: 'agreePrivacy', name: 'consents-needed' },
      { field: 'password', name: 'password-common' },
    ])
  })
})

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge · Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox · Linux'],
    ['curl/8.5.0', '? curl/8.5.0'],
    ['<script>alert(1)</script>', '? <script>alert(1)</script>'],
    ['\u202eevil\u0000 \u001b[31mprogram of a very long name indeed', '? evil [31mprogram of a very long'],
    ['', '?'],
  ])('%s is called %s', (agent, name) => expect(deviceName(agent)).toBe(name))

  it('says nothing of its own choosing in a message', () => expect(deviceInMessages('evil.example/now')).toBe('—'))

  it.each([
    ['Chrome · Android', undefined],
    ['? curl/8.5.0', 'curl/8.5.0'],
    ['?', ''],
    ['—', ''],
  ])('called %s is an unknown program that begins %s', (name, start) => expect(unknownProgram(name)).toBe(start))
})
