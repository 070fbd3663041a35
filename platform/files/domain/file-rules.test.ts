import { describe, expect, it } from 'vitest'
import { fileKindOf, isHonestFileName } from './file-rules.ts'
import { watermarkSvg, watermarkText } from './watermark.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('a file is what its content says', () => {
  it.each([
    ['\u00ff\u00d8\u00ff\u00e0..JFIF', 'jpeg'],
    ['\u0089PNG\r\n\u001a\n', 'png'],
    ['RIFF....WEBPVP8 ', 'webp'],
    ['RIFF....WAVEfmt ', 'other'],
    ['....ftypheic', 'heic'],
    ['....ftypmif1', 'heic'],
    ['....ftypavif', 'other'],
    ['....ftypisom', 'other'],
    ['GIF89a', 'gif'],
    ['%PDF-1.7', 'pdf'],
    ['junk before\n%PDF-1.4', 'pdf'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">', 'svg'],
    ['<html><script>alert(1)</script>', 'other'],
    ['PK\u0003\u0004', 'other'],
    ['MZ', 'other'],
    ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*', 'other'],
    ['', 'other'],
  ])('%#', (content, kind) => {
    expect(fileKindOf(bytes(content))).toBe(kind)
  })
})

describe('a file’s name', () => {
  it.each(['image.jpg', 'IMG_2041.JPEG', 'foto de mi INE.png', 'Credencial (1).webp', 'señal-ñ.jpg', 'a.jfif'])(
    'is honest: %s',
    (name) => expect(isHonestFileName(name)).toBe(true),
  )
  it.each([
    '',
    'photo',
    '.jpg',
    'a.jpg.exe',
    'a.exe.jpg',
    'a.jpg%00.exe',
    'a.php%00.jpg',
    'a\u0000.jpg',
    '../../etc/passwd',
    '../a.jpg',
    ['C:', 'a.jpg'].join('\\'),
    'photo\u202egpj.exe',
    'photo\u202eexe.jpg',
    'a.svg',
    'a.pdf',
    'a.html.png',
    `${'a'.repeat(4096)}.jpg`,
    'a\r\nb.jpg',
  ])('is made up to deceive: %j', (name) => expect(isHonestFileName(name)).toBe(false))
})

describe('the mark on what staff look at', () => {
  it('is written in letters that need no typeface, without accents', () => {
    expect(watermarkText('Íñigo Núñez (op-1) 2026-03-02 16:04 UTC <b>')).toBe(
      'INIGO NUNEZ (OP-1) 2026-03-02 16:04 UTC ?B?',
    )
  })

  it('is a drawing of the picture’s size, and holds no text of anybody', () => {
    const svg = watermarkSvg({ text: 'Ana </path><script>', width: 800, height: 600 })
    expect(svg).toContain('width="800" height="600"')
    expect(svg).not.toContain('script')
    expect(svg).toMatch(/<path [^>]*d="M/)
  })
})
