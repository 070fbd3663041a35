import { readColor } from '../read-color.ts'

/** What a picture of an outcome says, in words as they are shown. */
interface PictureWords {
  /** The mark of the practice market, at the top. */
  readonly ribbon: string
  readonly title: string
  readonly text: string
  readonly facts: ReadonlyArray<readonly [label: string, value: string]>
  /** Under the line at the bottom: when, and by what it can be checked. */
  readonly foot: string
}

/** Takes the width of a text in the letters now set. */
type Measure = (text: string) => number

/** A text in lines no wider than `width`; a word that is wider stands alone. */
export function linesOf(text: string, width: number, measure: Measure): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const width = 360
/** Pixels of the file for one of the drawing: sharp on every phone. */
const scale = 3
const gutter = 20
const inner = width - 4 * gutter
const ribbonHeight = 32
const letters = (size: number, weight: 450 | 650): string => `${weight} ${size}px Inter, system-ui, sans-serif`

interface Brush {
  readonly context: CanvasRenderingContext2D
  readonly color: (token: Parameters<typeof readColor>[0]) => string
}

/** Draws lines of text centered, and returns where they end. */
function centered({ context }: Brush, lines: readonly string[], top: number, lineHeight: number): number {
  context.textAlign = 'center'
  lines.forEach((line, index) => {
    context.fillText(line, width / 2, top + (index + 0.75) * lineHeight)
  })
  return top + lines.length * lineHeight
}

/** The round mark with its check, around a center. */
function check({ context, color }: Brush, y: number): void {
  context.fillStyle = color('--up')
  context.beginPath()
  context.arc(width / 2, y, 26, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = color('--on-fill')
  context.lineWidth = 3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(width / 2 - 10, y + 1)
  context.lineTo(width / 2 - 3, y + 8)
  context.lineTo(width / 2 + 10, y - 7)
  context.stroke()
}

/** The facts, one a line, and returns where they end. */
function facts({ context, color }: Brush, rows: PictureWords['facts'], top: number): number {
  context.font = letters(14, 450)
  rows.forEach(([label, value], index) => {
    const y = top + index * 26 + 18
    context.textAlign = 'left'
    context.fillStyle = color('--second')
    context.fillText(label, 2 * gutter, y)
    context.textAlign = 'right'
    context.fillStyle = color('--ink')
    context.fillText(value, width - 2 * gutter, y)
  })
  return top + rows.length * 26
}

/** Draws everything and returns the height it takes; the first time only to learn the height. */
function draw(brush: Brush, words: PictureWords, height: number): number {
  const { context, color } = brush
  context.fillStyle = color('--page')
  context.fillRect(0, 0, width, height)
  context.fillStyle = color('--warn')
  context.fillRect(0, 0, width, ribbonHeight)
  context.font = letters(12, 450)
  context.fillStyle = color('--warnink')
  centered(brush, [words.ribbon], 7, 18)
  context.fillStyle = color('--card')
  context.beginPath()
  context.roundRect(gutter, ribbonHeight + gutter, width - 2 * gutter, Math.max(0, height - ribbonHeight - 92), 16)
  context.fill()
  check(brush, ribbonHeight + gutter + 50)
  context.font = letters(20, 650)
  context.fillStyle = color('--ink')
  const measure: Measure = (text) => context.measureText(text).width
  let y = centered(brush, linesOf(words.title, inner, measure), ribbonHeight + gutter + 90, 26)
  context.font = letters(14, 450)
  context.fillStyle = color('--second')
  y = centered(brush, linesOf(words.text, inner, measure), y + 2, 20) + 14
  context.fillStyle = color('--hair')
  context.fillRect(2 * gutter, y, inner, 1)
  y = facts(brush, words.facts, y + 8) + 14
  context.font = letters(18, 650)
  context.textAlign = 'left'
  context.fillStyle = color('--ink')
  context.fillText('Bolsillo', gutter, y + 40)
  context.font = letters(11, 450)
  context.textAlign = 'right'
  context.fillStyle = color('--second')
  context.fillText(words.foot, width - gutter, y + 39)
  return y + 60
}

/** Draws an outcome as a picture (PNG) in the colors of the theme now shown, marked as one of the practice market. */
export async function drawPicture(words: PictureWords): Promise<Blob> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser draws no pictures')
  const colors = new Map<string, string>()
  const brush: Brush = {
    context,
    color: (token) => {
      const known = colors.get(token) ?? readColor(token)
      colors.set(token, known)
      return known
    },
  }
  const height = draw(brush, words, 0)
  canvas.width = width * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  draw(brush, words, height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)), 'image/png')
  })
}
