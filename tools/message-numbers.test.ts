import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// A number in a text that repeats a setting or a constant is wrong the day that one changes. So texts have none: they
// take it as a value (`{hours}`) or from the constant itself (`${passkeysMax}`). The allowed numbers are listed here
// with their reasons.

/** Names that have a digit in them, and formats people know by theirs. */
const names: readonly { readonly name: RegExp; readonly why: string }[] = [
  { name: /SHA-256/g, why: 'a hash function' },
  { name: /UTF-8/g, why: 'an encoding' },
  { name: /camt\.053/g, why: 'a format of bank statements' },
  { name: /1Password/g, why: 'an app' },
  { name: /(?:ERC|TRC)-20/g, why: 'standards of tokens' },
  { name: /(?<![\d.,])0(?!\d|[.,]\d)/g, why: 'nothing, which no setting moves' },
]

const interval = 'the name of an interval of a chart'
const span = 'the span a limit or a figure is defined over and called by; another span would be another figure'
const document = 'the form of an official number, which its authority defines'
const example = 'an example of a form'
const one = 'one of something: a rate, no leverage, the lowest unit shown'
const whole = 'percent: all of it'
const question = 'an example in a question, whose right answer it decides'

/** Texts with a number of their own, by place and key, or by how keys begin, with a dot at the end. */
const argued: Readonly<Record<string, string>> = {
  'apps/web home.ranges.': interval,
  'apps/web home.rangeNotes.': interval,
  'kit/ui dayUnread': example,
  'platform/identity rejections.phone-malformed': example,
  'platform/kyc rejections.curp-malformed': document,
  'platform/kyc rejections.rfc-malformed': document,
  'platform/kyc rejections.cpf-malformed': document,
  'platform/kyc rejections.cnpj-malformed': document,
  'platform/kyc ownLimits.lengths.month': 'the name of a length one chooses',
  'platform/kyc page.withdrawalMonth': span,
  'platform/kyc page.rfcHint': 'the name of a level',
  'platform/kyc limits.withdrawal-month': span,
  'platform/legal privacy.lgpd.lines': 'an article of a law',
  'platform/market generated.figures.year': span,
  'platform/market intervals.': interval,
  'platform/market spans.': span,
  'platform/market kline.spans.': span,
  'platform/market kline.intervals.': interval,
  'platform/market kline.intervalNames.': interval,
  'platform/payments rejections.by-hand-day': span,
  'platform/payments by-hand-day': span,
  'platform/payments by-hand-three': span,
  'products/contracts rejections.suitability-missing': one,
  'products/contracts ticket.leverageHint': one,
  'products/contracts positions.emptyText': one,
  'products/contracts positions.ratioExplained': whole,
  'products/contracts positions.ratioAbove': whole,
  'products/contracts terms.leverage': 'an example: what one price move does at one leverage',
  'products/contracts terms.crossRatio': whole,
  'products/contracts terms.ratio': whole,
  'products/contracts suitability.lead': one,
  'products/alerts onceVolume': example,
  'products/contracts suitability.later': one,
  'products/contracts suitability.questions.leverage': question,
  'products/contracts suitability.answers.leverage.': question,
  'products/contracts warnings.act.': 'the ratio at which equity is what must be maintained: that is what it means',
  'products/deposits rejections.payer-account-malformed': document,
  'products/deposits rejections.return-account-unfit': example,
  'products/deposits common.always': 'round the clock',
  'products/exchange rate.one': one,
  'products/locations rejections.place-coordinates': 'degrees, which nobody sets',
  'products/locations rejections.place-hours': example,
  'products/locations rejections.place-dates': example,
  'products/locations places.openAlways': 'round the clock',
  'products/locations console.hoursHint': example,
  'products/locations console.closedOnHint': example,
  'products/locations console.degreesHint': example,
  'products/locations console.longitudeHint': example,
  'products/locations console.phoneHint': example,
  'products/notices rejections.notice-time': example,
  'products/spot markets.day': span,
  'products/spot kline.day': span,
  'products/spot tier.explained': 'the hour at which a day of UTC begins',
  'products/stocks kline.company.year': span,
  'products/stocks terms.settles': 'the name of a way to settle, which it explains',
  'products/withdrawals rejections.clabe-malformed': document,
  'products/withdrawals rejections.destination-rfc-malformed': document,
  'products/withdrawals rejections.pix-phone-prefix': document,
  'products/withdrawals rejections.withdrawal-over-day-limit': span,
  'products/withdrawals rejections.withdrawal-over-month-limit': span,
  'products/withdrawals terms.topics.limitMonth': span,
  'products/withdrawals times.under': one,
  'products/withdrawals form.limitDay': span,
  'products/withdrawals form.limitMonth': span,
  'products/withdrawals add.clabeHint': document,
  'products/withdrawals add.phoneHint': document,
  'rails/outbox console.sentLately': span,
  'rails/outbox console.deliveredLately': span,
  'rails/outbox console.undeliveredLately': span,
  'products/support transcript.check': 'the first line of what is hashed, with its version',
  'products/votes rejections.vote-option': 'options are counted from one',
  'products/votes ofOptionOne': one,
  'products/votes voteOne': one,
  'products/votes shareOne': one,
}

/** A comment, a text with a colon behind it or without, a name with a colon, or a brace: all there is in a file of words. */
const token =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|(?<text>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)(?<colon>\s*:)?|(?<name>[A-Za-z_$][\w$]*)\s*:|(?<brace>\{|\})/g

/** Every text of a file of words, by its dotted key. */
function textsOf(path: string): readonly { readonly key: string; readonly text: string }[] {
  const found: { key: string; text: string }[] = []
  const keys: string[] = []
  let key = ''
  for (const { groups = {} } of readFileSync(path, 'utf8').matchAll(token)) {
    const { text, colon, name, brace } = groups
    if (brace === '{') keys.push(key)
    else if (brace === '}') keys.pop()
    else if (name !== undefined) key = name
    else if (text !== undefined && colon !== undefined) key = text.slice(1, -1)
    else if (text !== undefined) found.push({ key: [...keys.slice(1), key].join('.'), text: text.slice(1, -1) })
  }
  return found
}

const filled = /\{[^}]*\}/g

function numbersIn(text: string): boolean {
  return /\d/.test(names.reduce((left, { name }) => left.replace(name, ''), text.replace(filled, '')))
}

/** `products/deposits` of `products/deposits/messages/staff/es-ES.ts`. */
const placeOf = (path: string): string => path.replace(/\/(?:messages|words)\/.*$/, '')

const isArgued = (place: string, key: string): boolean =>
  Object.keys(argued).some((entry) => {
    const own = `${place} ${key}`
    return entry.endsWith('.') ? own.startsWith(entry) : own === entry
  })

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  // What a company, an index or a coin is: its numbers are facts of the world, which no setting has.
  .filter((path) => !path.startsWith('platform/market/messages/companies/'))
  .filter((path) => /\/(?:messages|words)\/(?:[a-z-]+\/)?(?:es-ES|en-US|pt-BR)\.ts$/.test(path))

describe('numbers in texts', () => {
  it('come from the setting or the constant they repeat, in every language', () => {
    expect(files.length).toBeGreaterThan(80)
    const own = files.flatMap((path) =>
      textsOf(path)
        .filter(({ key, text }) => numbersIn(text) && !isArgued(placeOf(path), key))
        .map(({ key, text }) => `${path} ${key}: ${text}`),
    )
    expect(own).toEqual([])
  })

  it('are found where somebody writes one, and not where a value is filled in', () => {
    expect(numbersIn('Vence en 10 minutos.')).toBe(true)
    expect(numbersIn('Vence en {minutes} minutos. SHA-256, {level1}')).toBe(false)
  })

  it('have no reason here without a text', () => {
    const known = files.flatMap((path) =>
      textsOf(path)
        .filter(({ text }) => numbersIn(text))
        .map(({ key }) => `${placeOf(path)} ${key}`),
    )
    const idle = Object.keys(argued).filter(
      (entry) => !known.some((own) => (entry.endsWith('.') ? own.startsWith(entry) : own === entry)),
    )
    expect(idle).toEqual([])
  })
})
