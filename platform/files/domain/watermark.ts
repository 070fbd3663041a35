import { glyphColumns } from './glyphs-data.ts'

const glyphWidth = 6
const rowHeight = 7
const charactersMax = 60

/** A text in the watermark's glyphs: capitals without accents; a character without a glyph becomes a question mark. */
export function watermarkText(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return [...plain.slice(0, charactersMax)]
    .map((letter) => (glyphColumns[letter] === undefined ? '?' : letter))
    .join('')
}

/** The points of a text as one SVG path, a unit square each. */
export function glyphPath(text: string): string {
  const squares: string[] = []
  for (const [place, letter] of [...text].entries()) {
    const columns = glyphColumns[letter] ?? ''
    for (let column = 0; column < 5; column += 1) {
      const bits = Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16)
      for (let row = 0; row < rowHeight; row += 1) {
        if ((bits >> row) % 2 === 1) squares.push(`M${place * glyphWidth + column} ${row}h1v1h-1z`)
      }
    }
  }
  return squares.join('')
}

/**
 * The viewer and the time, repeated all over a picture, as an SVG of its size: light and dark, so that it shows on
 * any background, and slanted, so that no straight crop removes it.
 */
export function watermarkSvg(options: {
  readonly text: string
  readonly width: number
  readonly height: number
}): string {
  const { width, height } = options
  const text = watermarkText(options.text)
  const path = glyphPath(text)
  const scale = Math.max(1.2, Math.min(width, height) / 260)
  const [tileWidth, tileHeight] = [text.length * glyphWidth + 18, rowHeight * 5]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<defs><pattern id="who" width="${tileWidth}" height="${tileHeight}" patternUnits="userSpaceOnUse"`,
    ` patternTransform="rotate(-24) scale(${scale})">`,
    `<path transform="translate(.6 .6)" fill="#000" fill-opacity=".34" d="${path}"/>`,
    `<path fill="#fff" fill-opacity=".46" d="${path}"/></pattern></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#who)"/></svg>`,
  ].join('')
}
