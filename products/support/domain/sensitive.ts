/** What nobody should write into a conversation. */
const sensitiveKinds = ['password', 'code', 'card', 'seed'] as const
export type SensitiveKind = (typeof sensitiveKinds)[number]

/** A part of a message that looks like a secret. */
interface SensitivePart {
  readonly kind: SensitiveKind
  readonly from: number
  readonly to: number
}

const mask = '••••'

const secretNoun = 'contrase[nñ]a|clave|password|passphrase|passcode|senha|nip|pin'
// After "my password is" these words say something about it, and are none.
const saysAbout =
  'incorrect\\w*|correct\\w*|wrong|right|rechazad\\w*|rejected|inv[aá]lid\\w*|v[aá]lid\\w*|err[oó]ne\\w*|errad\\w*|vencid\\w*|expired|' +
  'not?|n[aã]o|nunca|never|muy|muito|very|too|demasiado|la|el|los|las|lo|una?|um|uma|the|an?|otr[ao]|outr[ao]|diferente|different|' +
  'requerida|required|obligatoria|necesari[ao]|necess[aá]ri[ao]|seguir?[ao]|segur[ao]|secure|safe|d[eé]bil|fuerte|fort[ea]|weak|strong|' +
  'nueva|nov[ao]|new|vieja|old|antigua|asked|being|still|only|so|tan|t[aã]o|para|de|del|do|da|for|what|que|where|when|cuando|quando'
const aboutWord = new RegExp(`^(?:${saysAbout})$`, 'iu')
const deictic = /^(?:es[aoe]|est[aoe]|ess[aoe]|isso|isto|that|this|what|which|cu[aá]l|qual|qu[eé]|it|aquell?[ao])$/iu

const saidAs = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${secretNoun})(?:\\s+(?:de|del|do|da|for|to)\\s+[\\p{L}\\s]{1,24}?)?(?:\\s+(?:es|is|é|era|was)(?![\\p{L}])\\s*:?|\\s*[=:])\\s*["'«“]?(?<value>[^\\s•"'»”]{4,}[^\\n•]{0,60})`,
  'giu',
)
const namedAfter = new RegExp(
  `(?<value>[^\\s•]{4,})\\s+(?:es|is|é)\\s+(?:mi|my|minha|a\\s+minha)\\s+(?:${secretNoun})(?![\\p{L}\\p{N}])`,
  'giu',
)
const codeNoun =
  'c[oó]digos?(?!\\s+(?:postal|de\\s+(?:error|[aá]rea|barras)))|codes?(?!\\s+error)|token|otp|sms|nip|pin|clave|verificaci[oó]n|verifica[cç][aã]o|verification|autenticador|authenticator'
const digits = '(?<![\\d.,$])(?:\\d{3}[ -]\\d{3}|\\d{6}|\\d{8})(?![\\d]|[.,]\\d)'
const codeAfter = new RegExp(`(?<![\\p{L}])(?:${codeNoun})(?![\\p{L}])[^\\n\\d]{0,40}(?<value>${digits})`, 'giu')
const codeBefore = new RegExp(`(?<value>${digits})[^\\n\\d]{0,25}(?<![\\p{L}])(?:${codeNoun})(?![\\p{L}])`, 'giu')
const recovery = /(?:recuper|recovery)[^\n]{0,40}?(?<value>(?:[A-Z0-9]{4,5}-){1,5}[A-Z0-9]{4,5})/giu
const cardLike = /(?<!\d)(?<value>\d(?:[ -]?\d){12,18})(?!\d)/gu
const cardCheck =
  /(?:\bcvv2?\b|\bcvc\b|c[oó]digo de segur(?:idad|an[cç]a)|security code)\D{0,12}(?<value>\d{3,4})(?!\d)/giu
const seedNoun =
  /(?:semilla|seed|mnem[oó]ni|recovery phrase|frase de recupera|frase secreta|palavras? de recupera|palabras de recupera)/iu
const seedRun = /(?<value>(?:\b(?:\d{1,2}[.)]?\s*)?[a-z]{3,8}\b[\s,]*){12,24})/gu
const seedLine = /^(?<value>(?:[a-z]{3,8}\s+){11}(?:(?:[a-z]{3,8}\s+){3}){0,4}[a-z]{3,8})$/gmu
const privateKey = /(?<![\p{L}\p{N}])(?<value>[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?![\p{L}\p{N}])/gu

/** The digits of a card pass the check of Luhn; one in ten other numbers does too. */
function isCard(text: string): boolean {
  const numbers = [...text.replace(/\D/g, '')].map(Number)
  if (![2, 3, 4, 5, 6].includes(numbers[0] ?? 0) || isClabe(numbers)) return false
  const sum = numbers.toReversed().reduce((all, digit, place) => {
    const twice = place % 2 === 1 ? digit * 2 : digit
    return all + (twice > 9 ? twice - 9 : twice)
  }, 0)
  return sum % 10 === 0
}

/** A Mexican account number with its check digit: a customer may name their own. */
function isClabe(numbers: readonly number[]): boolean {
  if (numbers.length !== 18) return false
  const weights = [3, 7, 1]
  const sum = numbers.slice(0, 17).reduce((all, digit, place) => all + ((digit * (weights[place % 3] ?? 0)) % 10), 0)
  return (10 - (sum % 10)) % 10 === numbers[17]
}

function partsOf(text: string, kind: SensitiveKind, shape: RegExp, isOne = (_: string): boolean => true) {
  return [...text.matchAll(shape)].flatMap((match): readonly SensitivePart[] => {
    const value = match.groups?.value?.trimEnd() ?? ''
    if (value === '' || !isOne(value)) return []
    const from = match.index + match[0].indexOf(value)
    return [{ kind, from, to: from + value.length }]
  })
}

const firstWord = (value: string): string => (value.split(/\s/u)[0] ?? '').replace(/[.,;!?]+$/u, '')

/** The parts of a message that look like a password, a one-time code, a card or words that restore a wallet, in order. */
export function findSensitive(text: string): readonly SensitivePart[] {
  const found = [
    ...partsOf(text, 'password', saidAs, (value) => !aboutWord.test(firstWord(value))),
    ...partsOf(text, 'password', namedAfter, (value) => !deictic.test(firstWord(value))),
    ...partsOf(text, 'code', codeAfter),
    ...partsOf(text, 'code', codeBefore),
    ...partsOf(text, 'code', recovery),
    ...partsOf(text, 'card', cardLike, isCard),
    ...partsOf(text, 'card', cardCheck),
    ...partsOf(text, 'seed', seedLine),
    ...(seedNoun.test(text) ? partsOf(text, 'seed', seedRun) : []),
    ...partsOf(text, 'seed', privateKey),
  ].sort((a, b) => a.from - b.from || b.to - a.to)
  let end = 0
  return found.flatMap((part) => {
    if (part.to <= end) return []
    const from = Math.max(part.from, end)
    end = part.to
    return [{ ...part, from }]
  })
}

/** The message with those parts covered: what is covered never leaves the device. */
export function maskSensitive(text: string): string {
  let masked = text
  // What is left beside a covered part may look like one now.
  for (let round = 0; round < 4; round += 1) {
    const parts = findSensitive(masked)
    if (parts.length === 0) return masked
    masked = parts.toReversed().reduce((all, { from, to }) => `${all.slice(0, from)}${mask}${all.slice(to)}`, masked)
  }
  return findSensitive(masked).length === 0 ? masked : mask
}
