import { glyphPath, watermarkText } from '../domain/index.ts'
import { pictureLibrary } from './picture-library.ts'

/**
 * A picture that looks like a document and has the text that it is none: for the demo and for tests. Drawn again each
 * time from its options, so that two are never the same by accident.
 */
export async function samplePicture(options: {
  readonly title: string
  readonly lines: readonly string[]
  readonly face?: boolean
  readonly width?: number
  readonly format?: 'jpeg' | 'png' | 'webp'
}): Promise<Buffer> {
  const { title, lines, face = false, width = 1200, format = 'jpeg' } = options
  const line = (text: string, y: number, size: number): string =>
    `<path transform="translate(420 ${y}) scale(${size})" fill="#1f2b40" d="${glyphPath(watermarkText(text))}"/>`
  const portrait =
    '<rect x="60" y="190" width="290" height="370" rx="12" fill="#d5dde9"/><circle cx="205" cy="330" r="80" fill="#8a97ac"/>' +
    '<path d="M85 560c0-90 50-130 120-130s120 40 120 130z" fill="#8a97ac"/>'
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 760">',
    '<rect width="1200" height="760" fill="#b9c4d3"/><rect x="24" y="24" width="1152" height="712" rx="36" fill="#f3f6fb"/>',
    '<rect x="24" y="24" width="1152" height="120" rx="36" fill="#1652f0"/>',
    `<path transform="translate(70 62) scale(6)" fill="#fff" d="${glyphPath(watermarkText(title))}"/>`,
    face
      ? portrait
      : '<rect x="60" y="190" width="290" height="290" fill="#0e1726"/><rect x="100" y="230" width="210" height="210" fill="#f3f6fb"/>',
    ...lines.map((text, index) => line(text, 200 + index * 74, 4)),
    '</svg>',
  ].join('')
  const sharp = await pictureLibrary()
  return await sharp(Buffer.from(svg)).resize({ width }).toFormat(format).toBuffer()
}
