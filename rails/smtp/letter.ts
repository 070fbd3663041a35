import type { TransportMessage } from '@bolsillo/identity/server'
import { letterWords } from './words.ts'

/** A message as a letter: plain and HTML say the same. */
interface Letter {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What letters are made with. */
export interface LetterPlaces {
  /** Our own origins: only their links become buttons. Text that somebody else wrote may hold any other. */
  readonly origins: readonly string[]
  readonly practice: boolean
}

type LetterMessage = Pick<TransportMessage, 'language' | 'title' | 'text' | 'code'>

/** Writes the letter. Everything in the message is text: none of it can become markup or another header. */
export function writeLetter(message: LetterMessage, places: LetterPlaces): Letter {
  const words = letterWords[message.language]
  const subject = oneLine(message.title)
  const body = printable(message.text).trim()
  const text = [
    ...(places.practice ? [`[${words.practice}]`] : []),
    subject,
    body,
    `--\n${words.never}\n${words.why}`,
  ].join('\n\n')
  return { subject, text: `${text}\n`, html: htmlOf(message, { subject, body }, places) }
}

// Line and page breaks, other controls, and the marks that turn the direction of writing and so disguise a text.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const oneLine = (text: string): string => text.replace(unprintable, ' ').replace(/ +/g, ' ').trim()

const printable = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(unprintable, ' '))
    .join('\n')

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** The link at the end of a text, if it leads to us, and the text without it. */
function splitLink(body: string, origins: readonly string[]): { readonly rest: string; readonly link?: string } {
  const found = /\s(https?:\/\/\S+)$/.exec(body)
  const link = found?.[1]
  if (link === undefined || !URL.canParse(link) || !origins.includes(new URL(link).origin)) return { rest: body }
  return { rest: body.slice(0, found?.index).trimEnd().replace(/:$/, '.'), link }
}

// Programs that show mail know few rules of style: tables lay out, colors are named twice, once for the dark.
const style = `
  .page{background:#f4f6fa}.card{background:#ffffff}.ink{color:#0e1726}.second{color:#5b6678}
  .code{background:#e9f0ff;color:#0e1726}.button{background:#1652f0}.button a{color:#ffffff}
  .practice{background:#fff4d6;color:#7a4b00}
  @media (prefers-color-scheme:dark){
    .page{background:#0b0f17!important}.card{background:#131a26!important}.ink{color:#e8edf5!important}
    .second{color:#9aa7ba!important}.code{background:#1a2745!important;color:#e8edf5!important}
    .button{background:#5b8cff!important}.button a{color:#0b0f17!important}
    .practice{background:#3a2d08!important;color:#f3d68a!important}
  }`

function htmlOf(
  { language, code }: LetterMessage,
  { subject, body }: { readonly subject: string; readonly body: string },
  { origins, practice }: LetterPlaces,
): string {
  const words = letterWords[language]
  const { rest, link } = splitLink(body, origins)
  const paragraphs = rest
    .split(/\n+/)
    .map((line) => `<p class="ink" style="margin:0 0 16px;overflow-wrap:anywhere">${escaped(line)}</p>`)
  const ribbon = `<tr><td class="practice" style="padding:8px 24px;font-size:13px;border-radius:16px 16px 0 0">${escaped(words.practice)}</td></tr>`
  const codeBlock = `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:12px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px;text-indent:6px;text-align:center;font-variant-numeric:tabular-nums">${escaped(code ?? '')}</p>`
  const button = `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:8px 0 16px"><tr><td class="button" style="border-radius:12px"><a href="${escaped(link ?? '')}" style="display:inline-block;padding:14px 24px;font-weight:600;text-decoration:none">${escaped(words.open)}</a></td></tr></table>`
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${style}</style></head>
<body class="page" style="margin:0;padding:0;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:24px">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;text-align:left">
<tr><td class="ink" style="padding:0 12px 16px;font-weight:700;font-size:20px">Bolsillo</td></tr>
<tr><td class="card" style="border-radius:16px"><table role="presentation" width="100%" cellspacing="0" cellpadding="0">
${practice ? ribbon : ''}
<tr><td style="padding:24px 24px 8px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:28px;overflow-wrap:anywhere">${escaped(subject)}</h1>
${code === undefined ? '' : codeBlock}
${paragraphs.join('\n')}
${link === undefined ? '' : button}
</td></tr></table></td></tr>
<tr><td class="second" style="padding:16px 12px;font-size:13px;line-height:20px">${escaped(words.never)}<br>${escaped(words.why)}</td></tr>
</table></td></tr></table></body></html>
`
}
