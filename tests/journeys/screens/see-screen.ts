import type { Page } from 'playwright-core'

/** What a machine sees of one screen. */
export interface Seen {
  /** What is wrong with it, in words that name the element. */
  readonly faults: readonly string[]
  /** Texts that end in an ellipsis, which a person has to judge. */
  readonly shortened: readonly string[]
  /** Every text that shows, once. */
  readonly texts: readonly string[]
}

export interface SeeOptions {
  /** The practice ribbon's name. */
  readonly practice: string
  readonly language: string
  /** The smallest target a thumb or a mouse has to hit, in px. */
  readonly targetMin: number
  /** Whether something failed on purpose. */
  readonly mayFail: boolean
}

/** What is looked at, and what was found so far. */
interface Sight {
  readonly options: SeeOptions
  /** The dialog on top, or the whole page. */
  readonly root: HTMLElement
  readonly isDialog: boolean
  readonly pieces: readonly Piece[]
  readonly faults: string[]
  readonly shortened: string[]
}

/** A text that shows, and where. */
interface Piece {
  readonly element: HTMLElement
  readonly text: string
  readonly boxes: readonly DOMRect[]
}

/**
 * Looks at the screen that shows. Words are not judged here, only what no text of any language may look like.
 */
export async function seeScreen(page: Page, options: SeeOptions): Promise<Seen> {
  return await page.evaluate(`(() => {\n${inPage.map(String).join('\n')}\nreturn see(${JSON.stringify(options)})\n})()`)
}

/** What runs in the page: it has these functions and nothing else of this file. */
const inPage: readonly ((...given: never[]) => unknown)[] = [
  see,
  sightOf,
  piecesOf,
  seeWidth,
  seeCuts,
  seeCutValues,
  widthOfChoice,
  seeRunTogether,
  seeCutControls,
  seeSideways,
  seeOverlaps,
  seeTargets,
  seeWords,
  seeEmptyHeadings,
  reaches,
  isHitAround,
  wideMinOf,
  scrollersOf,
  isInSentence,
  isDense,
  isAbove,
  isQuoted,
  isShown,
  isOnlyRead,
  cutterOf,
  named,
  shown,
  styleOf,
]

function see(options: SeeOptions): Seen {
  const sight = sightOf(options)
  seeWidth(sight)
  seeCuts(sight)
  seeCutValues(sight)
  if (sight.isDialog) {
    seeCutControls(sight)
    seeSideways(sight)
  }
  seeOverlaps(sight)
  seeRunTogether(sight)
  seeTargets(sight)
  seeWords(sight)
  seeEmptyHeadings(sight)
  const { faults, shortened, pieces } = sight
  return {
    faults: [...new Set(faults)],
    shortened: [...new Set(shortened)],
    texts: [...new Set(pieces.filter(({ element }) => !isQuoted(element)).map(({ text }) => text))],
  }
}

function sightOf(options: SeeOptions): Sight {
  const dialogs = document.querySelectorAll<HTMLElement>('dialog[open]')
  const root: HTMLElement = dialogs.item(dialogs.length - 1) ?? document.body
  return { options, root, isDialog: dialogs.length > 0, pieces: piecesOf(root), faults: [], shortened: [] }
}

function piecesOf(root: HTMLElement): readonly Piece[] {
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = (node.nodeValue ?? '').trim()
    if (element === null || text === '' || !isShown(element) || isOnlyRead(root, element)) continue
    if (element.closest('script, style, noscript, option, svg') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    if (boxes.length > 0) pieces.push({ element, text, boxes })
  }
  return pieces
}

function seeWidth({ options, faults }: Sight): void {
  const { practice } = options
  const width = document.scrollingElement?.scrollWidth ?? 0
  if (width > innerWidth) faults.push(`the page is ${width} px wide`)
  const ribbon = document.querySelector(`section[aria-label="${practice}"]`)?.getBoundingClientRect()
  const isRibbonThere = ribbon !== undefined && ribbon.height > 0 && ribbon.top >= 0 && ribbon.bottom < innerHeight
  if (!isRibbonThere && practice !== '') faults.push('no practice ribbon')
}

function seeCuts({ pieces, faults, shortened }: Sight): void {
  for (const { element, text, boxes } of pieces) {
    const found = cutterOf(element)
    const right = Math.max(...boxes.map((box) => box.right))
    const left = Math.min(...boxes.map((box) => box.left))
    if (found === undefined) {
      if (right > innerWidth + 1 || left < -1) faults.push(`“${text.slice(0, 60)}” leaves the screen`)
      continue
    }
    if (found.scrolls) continue
    const frame = found.cutter.getBoundingClientRect()
    const isCut = right > frame.right + 1.5 || left < frame.left - 1.5
    if (!isCut) continue
    // Names that stand under what names the same are shortened on purpose.
    if (element.closest('[data-shortens]') !== null) continue
    if (styleOf(found.cutter).textOverflow === 'ellipsis') shortened.push(text.slice(0, 80))
    else faults.push(`“${text.slice(0, 60)}” is cut off`)
  }
}

/** What was typed or chosen, and does not fit its field: a date without its year. Longer texts are meant to be moved. */
function seeCutValues({ root, faults }: Sight): void {
  const shortMax = 16
  for (const field of root.querySelectorAll('input, select')) {
    if (!isShown(field) || isOnlyRead(root, field) || Number(styleOf(field).opacity) === 0) continue
    const chosen = field instanceof HTMLSelectElement ? field.selectedOptions.item(0)?.text : undefined
    const value = chosen ?? (field instanceof HTMLInputElement && field.type === 'text' ? field.value : '')
    if (value === '' || value.length > shortMax) continue
    const wide = chosen === undefined ? field.scrollWidth : widthOfChoice(field, value)
    if (wide > field.clientWidth + 1) faults.push(`“${value}” does not fit ${named(field)}`)
  }
}

/** How wide a choice is with what the browser draws beside it, in px: a list that is closed says nothing of it. */
function widthOfChoice(field: Element, text: string): number {
  const arrowPx = 20
  const pen = document.createElement('canvas').getContext('2d')
  const { font, paddingLeft, paddingRight } = styleOf(field)
  if (pen === null) return 0
  pen.font = font
  return pen.measureText(text).width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + arrowPx
}

/** A field or a button that runs out of what holds it, whatever its words: an amount that is not typed yet has none. */
function seeCutControls({ root, faults }: Sight): void {
  const controls = root.querySelectorAll('input, select, textarea, button, a[href], [role=radio], [role=tab]')
  for (const element of controls) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width <= 1 || element.parentElement === null || !isShown(element) || isOnlyRead(root, element)) continue
    const found = cutterOf(element.parentElement)
    if (found?.scrolls === true) continue
    const frame = found?.cutter.getBoundingClientRect() ?? { left: 0, right: innerWidth }
    if (right > frame.right + 1.5 || left < frame.left - 1.5) faults.push(`${named(element)} is cut off`)
  }
}

/**
 * A body that scrolls down hides what is too wide as well, and can then be pushed sideways. Strips of one line and
 * tables are meant to be.
 */
function seeSideways({ root, faults }: Sight): void {
  const stripMax = 160
  for (const element of [root, ...root.querySelectorAll<HTMLElement>('*')]) {
    const wider = element.scrollWidth - element.clientWidth
    if (wider <= 1 || element.clientHeight <= stripMax || !isShown(element)) continue
    const { overflowX } = styleOf(element)
    const isScroller = overflowX === 'auto' || overflowX === 'scroll'
    if (isScroller && element.querySelector('table') === null)
      faults.push(`what begins “${shown(element).slice(0, 40)}” is ${wider} px too wide`)
  }
}

function seeOverlaps({ root, pieces, faults }: Sight): void {
  const flat = pieces.filter(({ element }) => !isAbove(root, element) && cutterOf(element) === undefined)
  const boxes = flat.flatMap((piece) => piece.boxes.map((box) => ({ piece, box })))
  boxes.sort((a, b) => a.box.top - b.box.top)
  for (const [index, one] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next]
      if (other === undefined || other.box.top > one.box.bottom) break
      if (other.piece === one.piece) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top
      if (wide > 2 && high > 0.4 * Math.min(one.box.height, other.box.height))
        faults.push(`“${one.piece.text.slice(0, 40)}” and “${other.piece.text.slice(0, 40)}” overlap`)
    }
  }
}

/** Whether an element keeps its place while the page scrolls: it lies over others on purpose. */
function isAbove(root: Element, element: Element): boolean {
  for (let node: Element | null = element; node !== null && node !== root; node = node.parentElement) {
    const { position } = styleOf(node)
    // A column that stays in view lies beside the other one.
    if (position === 'fixed' || (position === 'sticky' && !node.hasAttribute('data-column'))) return true
  }
  return false
}

/** The nearest ancestor that cuts off what does not fit, and whether one can scroll to the rest. */
function cutterOf(element: Element): { readonly cutter: Element; readonly scrolls: boolean } | undefined {
  for (let node: Element | null = element; node !== null && node !== document.body; node = node.parentElement) {
    const { overflowX } = styleOf(node)
    if (overflowX !== 'visible') return { cutter: node, scrolls: overflowX === 'auto' || overflowX === 'scroll' }
  }
  return undefined
}

/** Two figures of a row with nothing between them read as one. */
function seeRunTogether({ root, pieces, faults }: Sight): void {
  const gapMin = 2
  const figures = pieces.filter(
    ({ element, text }) =>
      /^[\d.,]{3,}$/.test(text) && styleOf(element).display !== 'inline' && element.closest('[data-figure]') !== null,
  )
  for (const [index, one] of figures.entries()) {
    const left = one.boxes[0]
    for (const other of figures.slice(index + 1)) {
      const right = other.boxes[0]
      if (left === undefined || right === undefined) continue
      const high = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top)
      const gap = Math.max(left.left, right.left) - Math.min(left.right, right.right)
      if (high > 0.5 * left.height && gap > -1 && gap < gapMin && !isAbove(root, one.element))
        faults.push(`“${one.text}” and “${other.text}” run together`)
    }
  }
}

function seeTargets({ options, root, faults }: Sight): void {
  const { targetMin } = options
  const wideMin = wideMinOf(options)
  const { scrollX, scrollY } = window
  const all = root.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, summary, [role=button], [role=tab], [role=radio], [role=switch]',
  )
  for (const element of all) {
    if (!isShown(element) || isOnlyRead(root, element) || isInSentence(element) || isDense(element)) continue
    const { width, height } = element.getBoundingClientRect()
    if (width >= wideMin && height >= targetMin) continue
    if (reaches(options, element, width, height)) continue
    faults.push(`${named(element)} is a target of ${Math.round(width)} × ${Math.round(height)} px`)
  }
  scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
}

/** A link within a sentence is as high as its line. */
function isInSentence(element: Element): boolean {
  if (styleOf(element).display !== 'inline') return false
  return [...(element.parentElement?.childNodes ?? [])].some(
    (node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim().length > 3,
  )
}

/** Rows of a book stand close together, and parts in the gallery: what they do has a larger way elsewhere. */
function isDense(element: Element): boolean {
  return element.closest('[data-dense]') !== null
}

/** Whether a press at the edges of a whole target still finds the element, its label or the box of its field. */
function reaches(options: SeeOptions, element: Element, width: number, height: number): boolean {
  const scrollers = scrollersOf(element).map((node) => ({ node, left: node.scrollLeft, top: node.scrollTop }))
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const isReached = isHitAround(options, element, width, height)
  for (const { node, left, top } of scrollers) node.scrollTo({ left, top, behavior: 'instant' })
  return isReached
}

/** What scrolls around an element, other than the page itself. */
function scrollersOf(element: Element): readonly Element[] {
  const found: Element[] = []
  for (let node = element.parentElement; node !== null; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) found.push(node)
  }
  return found
}

function isHitAround(options: SeeOptions, element: Element, width: number, height: number): boolean {
  const { targetMin } = options
  const box = element.getBoundingClientRect()
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
  const isText = element instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(element.type)
  const accepted: Element[] = [element, ...(labels ?? [])]
  // The whole box of a text field is pressed: its label is in it, and a thumb lands on the line.
  if (isText || element instanceof HTMLSelectElement) {
    const frame = labels?.item(0)?.parentElement ?? element.parentElement?.parentElement
    if (frame?.contains(element) === true && frame.getBoundingClientRect().height >= targetMin) return true
  }
  for (const label of labels ?? []) {
    const { width: wide, height: high } = label.getBoundingClientRect()
    if (wide >= targetMin && high >= targetMin) return true
  }
  const half = targetMin / 2 - 1
  const x = box.left + width / 2
  const y = box.top + height / 2
  const hits = (dx: number, dy: number): boolean => {
    const there = document.elementFromPoint(x + dx, y + dy)
    return there !== null && accepted.some((one) => one === there || one.contains(there))
  }
  const isWide = width >= wideMinOf(options) || (hits(-half, 0) && hits(half, 0))
  const isHigh = height >= targetMin || (hits(0, -half) && hits(0, half))
  return isWide && isHigh
}

/** Thumbs miss up and down: targets side by side in one row may be a little narrower than high. */
function wideMinOf({ targetMin }: SeeOptions): number {
  return Math.min(targetMin, 32)
}

function seeWords({ options, root, pieces, faults }: Sight): void {
  const { language, mayFail } = options
  // A failed read is shown in an alert with a way to ask again.
  const failure = mayFail ? null : root.querySelector<HTMLElement>('[role=alert]:has(button)')
  if (failure !== null && isShown(failure)) faults.push(`it failed: “${shown(failure).slice(0, 80)}”`)
  const impossible = /\b(?:undefined|NaN|null|Invalid Date|Infinity)\b|\[object \w+\]|�/
  // A date as a machine writes it, or in a form that reads differently in two countries.
  const machineDate = /\b\d{4}-\d{2}-\d{2}(?:T\d|\b)|\bGMT[+-]\d|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d/
  const foreignNumber = language === 'pt-BR' ? /\d,\d{3}\.\d/ : /\d\.\d{3},\d/
  for (const { text, element } of pieces) {
    if (isQuoted(element)) continue
    const found = impossible.exec(text) ?? machineDate.exec(text) ?? foreignNumber.exec(text)
    if (found !== null) faults.push(`“${text.slice(0, 60)}” holds “${found[0]}”`)
  }
}

function seeEmptyHeadings({ root, faults }: Sight): void {
  for (const heading of root.querySelectorAll<HTMLElement>('h1, h2, h3, legend, th, dt')) {
    if (isShown(heading) && shown(heading) === '' && heading.tagName !== 'TH')
      faults.push(`an empty ${heading.tagName.toLowerCase()}`)
  }
}

/** Somebody else's words: a message as it was sent, a text that says itself in which language it is. */
function isQuoted(element: Element): boolean {
  return element.closest('pre, code, [data-verbatim], body [lang]') !== null
}

function styleOf(element: Element): CSSStyleDeclaration {
  return getComputedStyle(element)
}

function shown(element: HTMLElement): string {
  // biome-ignore lint/performance/useDomNodeTextContent: textContent has what nobody can see
  return element.innerText.trim().replaceAll(/\s+/g, ' ')
}

function named(element: Element): string {
  const text = element.getAttribute('aria-label') ?? (element instanceof HTMLElement ? shown(element) : '')
  return `${element.tagName.toLowerCase()} “${text.slice(0, 60)}”`
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true]') === null
  )
}

/** Texts for screen readers only are a pixel wide. */
function isOnlyRead(root: Element, element: Element): boolean {
  for (let node: Element | null = element; node !== null && node !== root; node = node.parentElement) {
    if (node.clientWidth <= 1 && styleOf(node).position === 'absolute') return true
  }
  return false
}
