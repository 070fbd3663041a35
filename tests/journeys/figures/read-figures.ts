import type { Page } from 'playwright-core'
import type { Known } from './listen.ts'

/** How a figure is made: by which of the number components, or as a part of a sentence. */
export type FigureKind = 'amount' | 'price' | 'quantity' | 'change' | 'percent' | 'said'

/** A figure on the screen, with everything around it that says what it is of. */
export interface Figure {
  readonly kind: FigureKind
  /** As it shows: `MX$ 1,234.50`. */
  readonly text: string
  /** Signed, without marks of thousands: `-1234.50`. A change has the sign its word for screen readers gives it. */
  readonly value: string
  readonly isPercent: boolean
  /** Shortened: `K` is 3, `M` is 6. */
  readonly power: number
  /** The whole text it is a part of. */
  readonly said: string
  /** The term, the heading of the column, or what is written before it. */
  readonly label: string
  /** What is written behind it or right under it: `en 30 días`. */
  readonly after: string
  /** Which of several figures of a kind and a label it is in its row or list, from 0. */
  readonly place: number
  /** All of the row it is in, and where that leads. */
  readonly row: string
  readonly href: string
  /** Figures of one row have the same number; −1: it is in none. */
  readonly rowAt: number
  /** Figures of one list of terms have the same number; −1: it is in none. */
  readonly listAt: number
  /** It is on a sheet over the page. */
  readonly isOnSheet: boolean
  /** From the nearest outwards: headings of sections, the title of the sheet. */
  readonly headings: readonly string[]
}

/** A line of prices drawn in a row: whether it ends above (1), below (−1) or where it began. */
export interface Line {
  readonly direction: number
  readonly row: string
  readonly href: string
}

/** What a screen shows and what its page knows, at one moment. */
export interface Frame {
  readonly path: string
  readonly figures: readonly Figure[]
  readonly lines: readonly Line[]
  /** All texts that show. */
  readonly texts: readonly string[]
  /** What is typed on the page and its sheet, by its label. */
  readonly inputs: readonly { readonly label: string; readonly value: string }[]
  readonly known: Known
}

/** Reads a whole screen in one task: nothing changes while it is read. */
export function readFrame(page: Page): Promise<Frame> {
  return page.evaluate(`(() => {\n${parts.map(String).join('\n')}\nreturn readAll()\n})()`)
}

/** What runs in the page: it has these functions and nothing else of this file. */
const parts: readonly ((...given: never[]) => unknown)[] = [
  readAll,
  figurePattern,
  rowPattern,
  placeIn,
  isShown,
  clean,
  plainOf,
  textOf,
  rowText,
  signedOf,
  labelOf,
  afterOf,
  headingsOf,
  figureOf,
  readMade,
  readSaid,
  readLines,
  readInputs,
]

/** What was met on the way, to number it. */
interface Met {
  readonly rows: Element[]
  readonly lists: Element[]
  readonly counts: Map<string, number>
}

function readAll(): Frame {
  const met: Met = { rows: [], lists: [], counts: new Map() }
  const made = readMade(met)
  const { figures, texts } = readSaid(met)
  return {
    path: location.pathname + location.search,
    figures: [...made, ...figures],
    lines: readLines(),
    texts,
    inputs: readInputs(),
    known: window.figuresListener.known(),
  }
}

/** Decimals and grouped numbers, and whole ones where a currency or a percent sign says that they are figures. */
function figurePattern(): RegExp {
  const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+`
  const money = String.raw`(?:MX\$|R\$|US\$|\$|\b(?:USDT|USD|MXN|BRL|BTC|ETH))\s?(?:${number}|\d+)`
  return new RegExp(
    String.raw`[−+-]?(?:${money}|(?:${number}|\d+)\s?%|(?<![\d.,:-])(?:${number})(?:\s[KMGTPE]\b)?)(?![\d.,:-]*\d)`,
    'g',
  )
}

function rowPattern(): string {
  return 'a[href], button, li, tr, [role=listitem]'
}

function placeIn(all: Element[], element: Element | null): number {
  if (element === null) return -1
  if (!all.includes(element)) all.push(element)
  return all.indexOf(element)
}

function isShown(element: Element): boolean {
  const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const not = '[inert], [aria-hidden=true], [data-left], [data-verbatim], pre, code, time, svg, option, select'
  return isSeen && element.closest(not) === null
}

function clean(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** What shows of a text: without what only screen readers get, and without the sentence that a tap on a word shows. */
function plainOf(node: Node | null | undefined): string {
  if (!(node instanceof Element)) return clean(node?.textContent)
  const copy = node.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('.sr-only, [popover]')) part.remove()
  return clean(copy.textContent)
}

/** The text of a number without what only screen readers get, and without the age beside it. */
function textOf(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const part of copy.querySelectorAll('.sr-only, svg, [class*=text-11]')) part.remove()
  return clean(copy.textContent)
}

/** All texts of a row, with spaces between them: its first words name what it is of. */
function rowText(row: Element | null): string {
  if (row === null) return ''
  const texts: string[] = []
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null)
    if (walker.currentNode.parentElement?.closest('[popover]') === null)
      texts.push(walker.currentNode.textContent ?? '')
  return clean(texts.join(' '))
}

function signedOf(text: string, falls: boolean): string {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '') ?? ''
  return (falls || /^\(?[−-]/.test(text) ? '-' : '') + digits
}

/** What is written before a figure and belongs to it. */
function labelOf(element: Element, row: Element | null): string {
  const dd = element.closest('dd')
  if (dd !== null) {
    let term: Element | null = dd
    while (term !== null && term.tagName !== 'DT') term = term.previousElementSibling
    return plainOf(term)
  }
  const cell = element.closest('td')
  if (cell !== null) return plainOf(cell.closest('table')?.querySelectorAll('thead th')[cell.cellIndex])
  for (let node = element; node !== row && node !== document.body; node = node.parentElement ?? document.body) {
    let before = node.previousSibling
    while (before !== null && clean(before.textContent) === '') before = before.previousSibling
    if (before !== null) {
      const said = plainOf(before)
      // What has parts of its own is a name with its note, and no label; a word that can be tapped is one part.
      const isPlain = !(before instanceof Element) || before.querySelector(':not([popovertarget], [popover])') === null
      return isPlain && !figurePattern().test(said) ? said : ''
    }
    if (node.matches('section, article, dialog, main')) return ''
  }
  return ''
}

/** What is written behind a figure, in its own line or right under it. */
function afterOf(element: Element): string {
  let node: Element | null = element
  for (let level = 0; level < 3 && node !== null && !node.matches(`${rowPattern()}, dd, td, p`); level += 1) {
    const all: ChildNode[] = [...(node.parentElement?.childNodes ?? [])]
    const behind = all
      .slice(all.indexOf(node) + 1)
      .filter((one) => !(one instanceof Element && one.matches('[data-figure], .sr-only, [popover]')))
    const text = clean(behind.map(plainOf).join(' '))
    if (text !== '') return text
    node = node.parentElement
  }
  return ''
}

function headingsOf(element: Element): readonly string[] {
  const found: string[] = []
  for (let node = element.parentElement; node !== null; node = node.parentElement) {
    const heading = node.querySelector(':scope > h1, :scope > h2, :scope > h3, :scope > * > h2, :scope > * > h3')
    const said = plainOf(heading)
    if (said !== '' && !found.includes(said)) found.push(said)
    const label = node.getAttribute('aria-label')
    if (label !== null) found.push(label)
  }
  return found
}

function figureOf(
  { rows, lists, counts }: Met,
  { element, kind, text, falls }: { element: Element; kind: FigureKind; text: string; falls: boolean },
): Figure {
  const row = element.closest(rowPattern())
  const rowAt = placeIn(rows, row)
  const listAt = placeIn(lists, element.closest('dl'))
  const label = labelOf(element, row)
  const name = `${rowAt} ${listAt} ${kind} ${label}`
  const place = counts.get(name) ?? 0
  counts.set(name, place + 1)
  return {
    ...{ kind, text, label, place, rowAt, listAt },
    value: signedOf(text, falls),
    isPercent: text.includes('%'),
    power: 3 * '·KMGTPE'.indexOf(/[KMGTPE]$/.exec(text)?.[0] ?? '·'),
    after: afterOf(element),
    said: clean(element.textContent),
    isOnSheet: element.closest('dialog') !== null,
    row: rowText(row),
    href: row?.getAttribute('href') ?? '',
    headings: headingsOf(element),
  }
}

/** Figures of the number components. */
function readMade(met: Met): readonly Figure[] {
  const figures: Figure[] = []
  for (const element of document.querySelectorAll('[data-figure]')) {
    const text = textOf(element)
    if (!isShown(element) || !/\d/.test(text)) continue
    const falls = /^baja\b/.test(clean(element.querySelector('.sr-only')?.textContent))
    const kind = element.getAttribute('data-figure') as FigureKind
    figures.push(figureOf(met, { element, kind, text, falls }))
  }
  return figures
}

/** Figures in sentences, and all texts. */
function readSaid(met: Met): Pick<Frame, 'figures' | 'texts'> {
  const figures: Figure[] = []
  const texts: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = clean(own.map(({ textContent }) => textContent).join(''))
    if (text === '' || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName) || !isShown(element)) continue
    texts.push(text)
    if (element.closest('[data-figure], .sr-only') !== null) continue
    for (const [found] of text.matchAll(figurePattern()))
      figures.push(figureOf(met, { element, kind: 'said', text: found, falls: false }))
  }
  return { figures, texts }
}

function readLines(): readonly Line[] {
  const lines: Line[] = []
  // By their colors: the mark of a company is drawn, too.
  for (const drawn of document.querySelectorAll('a[href] svg:is(.stroke-up, .stroke-down, .stroke-faint)')) {
    const points = [...drawn.querySelectorAll('polyline')].flatMap(
      (one) => one.getAttribute('points')?.split(' ') ?? [],
    )
    const heights = points.map((point) => Number(point.split(',')[1]))
    const row = drawn.closest('a[href]')
    if (heights.length < 2 || row === null || !isShown(row)) continue
    const direction = Math.sign((heights[0] ?? 0) - (heights.at(-1) ?? 0))
    lines.push({ direction, row: rowText(row), href: row.getAttribute('href') ?? '' })
  }
  return lines
}

function readInputs(): Frame['inputs'] {
  return [...document.querySelectorAll<HTMLInputElement>('dialog[open] input, main input')].map(
    ({ labels, value }) => ({
      label: clean(labels?.item(0)?.textContent),
      value,
    }),
  )
}
