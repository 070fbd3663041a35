import { isWordNear, plainWords } from '@bolsillo/market/domain'

/** The questions of the help, in the order they are shown, each with the page its answer is about, if there is one. */
export const helpPages = {
  'never-asked': undefined,
  'withdraw-free': '/pages/withdraw/terms',
  'withdraw-time': '/pages/withdraw/withdrawRecord',
  'new-destination': '/pages/wallet/bankList?type=2',
  'deposit-missing': '/pages/recharge/rechargeRecord',
  'deposit-back': '/pages/withdraw/returnOrigin',
  'order-open': '/pages/user/orders',
  fees: '/pages/coin/fees',
  settlement: '/pages/user/assets',
  identity: '/pages/user/kyc',
  'lost-factor': '/pages/user/factors',
  'lost-password': '/pages/account/reset',
  intruder: '/pages/user/security',
  sessions: '/pages/user/security',
  'real-balance': '/pages/user/proof',
  practice: '/pages/practice/market',
  'staff-looks': '/pages/user/activity',
  restricted: '/pages/user/assets',
  limits: '/pages/user/limits',
  statements: '/pages/fundsDetail/index',
  complaint: '/pages/common/service',
} as const satisfies Readonly<Record<string, string | undefined>>
export type HelpKey = keyof typeof helpPages

export const helpKeys = Object.keys(helpPages) as readonly HelpKey[]

/** A question with its answer, in one language. */
interface HelpArticle {
  readonly question: string
  readonly answer: string
}
export type HelpWords = Readonly<Record<HelpKey, HelpArticle>>

/** Words of a question that say nothing of what it is about. */
const empty = new Set(
  'como cuando cuanto cual donde que por para con una uno los las del mis the how when what where why can does for and with quando quanto qual onde porque uma dos das meu minha'.split(
    ' ',
  ),
)
const lettersMin = 3

/** How well words answer a word that was typed: as it is in the question, but for a typo, or in the answer alone. */
function scoreOf(question: readonly string[], answer: readonly string[], typed: string): number {
  if (question.some((word) => word.startsWith(typed))) return 4
  if (question.some((word) => isWordNear(word, typed))) return 3
  if (answer.some((word) => word.startsWith(typed))) return 2
  return answer.some((word) => isWordNear(word, typed)) ? 1 : 0
}

/**
 * The questions that answer what was typed, best first: each has at least half of its words, one typo in each forgiven.
 * Everything where nothing was typed that says something.
 */
export function searchHelp(words: HelpWords, typed: string): readonly HelpKey[] {
  const wanted = plainWords(typed)
    .split(' ')
    .filter((word) => word.length >= lettersMin && !empty.has(word))
  if (wanted.length === 0) return helpKeys
  return helpKeys
    .flatMap((key) => {
      const [question, answer] = [words[key].question, words[key].answer].map((text) => plainWords(text).split(' '))
      const scores = wanted.map((word) => scoreOf(question ?? [], answer ?? [], word))
      const found = scores.filter((score) => score > 0).length
      return found * 2 < wanted.length ? [] : [{ key, score: scores.reduce((sum, one) => sum + one, 0) }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ key }) => key)
}
