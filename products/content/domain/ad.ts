import { type ArticleLanguage, articleLanguages, type Words, type Written } from './article.ts'
import { type Block, plainText, readText } from './rich-text.ts'

/**
 * Where an ad may lead: pages that explain, that prove, and of what is one's own. None of them is a ticket, none is of credit, and
 * none takes money in.
 */
export const adPages = [
  '/pages/exchange/index',
  '/pages/tabbar/markets',
  '/pages/user/alerts',
  '/pages/user/proof',
  '/pages/user/security',
  '/pages/user/limits',
  '/pages/stock/vote',
  '/pages/news/list',
  '/pages/notice/list',
  '/pages/common/journal',
  '/pages/common/books',
  '/pages/common/staffPowers',
  '/pages/common/status',
  '/pages/common/companyIntroduction',
  '/pages/practice/market',
] as const

/** How long the words of an ad may be, in UTF-16 units: a banner is read at a glance. */
const adTitleMax = 60
const adTextMax = 140
const adActionMax = 30
/** An ad ends by itself, counted from when it first was public: a correction does not prolong it. */
export const adLifeDays = 30

/** An ad as it is shown: two lines, and the words of its one link. */
interface Ad {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly href: string
}

/** What is wrong with an ad, and where; `about` has the words. */
interface AdProblem {
  readonly problem: 'shape' | 'link' | 'urgency'
  readonly language: ArticleLanguage
  readonly part: 'title' | 'text'
  readonly about?: string
}

/** What hurries, in the letters that `bare` leaves. In every language: words of one are read in another. */
const hurries = [
  // Spanish
  'hoy mismo|ahora mismo|ya mismo|solo (?:por )?hoy|solo est[ae] (?:dia|noche|semana|mes)|ultim[oa]s? (?:oportunidad(?:es)?|dias?|horas?|lugar(?:es)?|semanas?|llamad[oa]s?)',
  'por tiempo limitado|tiempo limitado|cupos? limitados?|lugares limitados|date prisa|apurate|apresurate|corre|ya casi|se (?:acaban?|terminan?|agotan?)|hasta agotar',
  '(?:termina|vence|acaba|finaliza) (?:hoy|manana|pronto|esta)|antes de que|no te l[oa]s? pierdas|no te quedes|no esperes|no (?:lo )?dejes pasar|ahora o nunca|urgentes?|urge|aprovecha',
  '(?:quedan?|faltan?) (?:muy )?(?:poc[oa]s?|solo|[0-9]+)|cuenta regresiva|cuanto antes|de inmediato|inmediatamente|actua (?:ya|ahora)',
  // English
  'hurry|last (?:chance|call|days?|hours?|week)|final (?:days?|hours?|call)|limited (?:time|spots|offer|places)|act (?:now|fast|today)|right now|today only|only today|just today',
  '(?:ends?|expires?|closes?) (?:today|tonight|tomorrow|soon)|expir(?:es|ing)|don ?t (?:miss|wait)|do not (?:miss|wait)|miss out|now or never|while (?:it|they|stocks?) lasts?|urgent(?:ly)?|running out',
  '(?:few|only [0-9]+) left|before it s (?:too late|gone)|too late|countdown|rush|as soon as possible|immediately',
  // Portuguese
  'ultim[oa]s? (?:chances?|vagas?|minutos?)|(?:so|somente|apenas) hoje|corra|apresse se|nao perca|nao espere|nao deixe passar|agora ou nunca|vagas limitadas',
  '(?:acaba|termina|encerra) (?:hoje|amanha|logo|em breve)|aproveite|(?:restam?|faltam?) (?:so |apenas )?(?:pouc[oa]s?|[0-9]+)|antes que|o quanto antes|contagem regressiva|imediatamente|hoje mesmo',
]
const hurry = new RegExp(`\\b(?:${hurries.join('|')})\\b`)
const exclaims = /[!¡‼⁉❕❗]/u
/** A letter of another script may look like one of ours, and hides a word from whoever searches it. */
const otherLetters = /(?!\p{Script=Latin})\p{L}/u

/** A text without accents, marks or signs, in small letters, one space between its words. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The words of a text that hurry its reader; undefined when none does. */
export function urgencyIn(text: string): string | undefined {
  return hurry.exec(bare(text))?.[0] ?? exclaims.exec(text.normalize('NFKC'))?.[0]
}

/** Reads an ad of one language: a paragraph that ends in its only link. Undefined when it is none. */
export function readAd({ title, text }: Written): Ad | undefined {
  const read = readText(text)
  const [block, ...more]: readonly Block[] = 'blocks' in read ? read.blocks : []
  const spans = block?.rows[0] ?? []
  const link = spans.at(-1)
  if (block?.is !== 'paragraph' || more.length > 0 || link?.href === undefined) return undefined
  const before = spans.slice(0, -1)
  if (before.some(({ href }) => href !== undefined)) return undefined
  const said = plainText([{ is: 'paragraph', rows: [before] }]).trim()
  const isShort = title.length <= adTitleMax && said.length <= adTextMax && link.text.length <= adActionMax
  if (!isShort || said === '' || link.text.trim() === '') return undefined
  return { title, text: said, action: link.text, href: link.href }
}

/** What is wrong with an ad; undefined when nothing is. It says the same in every language: one place, no hurry. */
export function adProblem(words: Words): AdProblem | undefined {
  const first = readAd(words['es-ES'])
  for (const language of articleLanguages) {
    const { title } = words[language]
    const ad = readAd(words[language])
    const problem = (of: AdProblem['problem'], part: AdProblem['part'], about?: string): AdProblem => ({
      ...{ problem: of, language, part },
      ...(about === undefined ? {} : { about }),
    })
    if (title.length > adTitleMax || otherLetters.test(title)) return problem('shape', 'title')
    if (ad === undefined || otherLetters.test(ad.text + ad.action)) return problem('shape', 'text')
    if (!adPages.some((path) => path === ad.href) || ad.href !== first?.href) return problem('link', 'text')
    const inTitle = urgencyIn(title)
    if (inTitle !== undefined) return problem('urgency', 'title', inTitle)
    const inText = urgencyIn(`${ad.text} ${ad.action}`)
    if (inText !== undefined) return problem('urgency', 'text', inText)
  }
  return undefined
}
