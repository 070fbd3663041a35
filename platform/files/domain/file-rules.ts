import type { OperatorRole } from '@bolsillo/contract'

/**
 * The purposes of uploads. A file can be used only by its owner and for its purpose; each purpose names the roles
 * that may view it, for a case it belongs to.
 */
export const filePurposes = ['identity', 'deposit-proof', 'support'] as const
export type FilePurpose = (typeof filePurposes)[number]

export const purposeViewers: Readonly<Record<FilePurpose, readonly OperatorRole[]>> = {
  identity: ['compliance'],
  'deposit-proof': ['treasury', 'compliance'],
  support: ['support', 'compliance', 'admin'],
}

/** The reasons for viewing a file: a closed list, stored with each view and shown to the customer. */
export const viewReasons = [
  'review',
  'second-look',
  'asked-by-customer',
  'duplicate-check',
  'authority-request',
] as const
export type ViewReason = (typeof viewReasons)[number]

/** Nothing larger is read. */
export const fileBytesMax = 8 * 1024 * 1024
/** Width times height; more would fill the memory once unpacked. */
export const picturePixelsMax = 40_000_000
/** A smaller picture shows nothing that can be read. */
export const pictureSideMin = 200
/** What is kept is no larger than this on its longer side. */
export const keptSideMax = 2400
/** An upload nobody used is removed after this. */
export const unusedHours = 24
/** Uploads are counted over this many days. */
export const countedDays = 30

/** The kind of a file by its first bytes; its name and declared type are ignored. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf' | 'gif' | 'svg' | 'other'

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

/** The kinds of HEIF whose pictures are packed with HEVC, as iPhones write them. */
const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']
/** A PDF may have junk before its first mark; readers look for it this far. */
const pdfMarkWithin = 1024

/** Identifies a file by its content. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && startsWith(bytes, 1, 'PNG\r\n\u001a\n')) return 'png'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp'
  if (startsWith(bytes, 4, 'ftyp') && heicBrands.some((brand) => startsWith(bytes, 8, brand))) return 'heic'
  if (startsWith(bytes, 0, 'GIF8')) return 'gif'
  const head = String.fromCharCode(...bytes.subarray(0, pdfMarkWithin))
  if (head.includes('%PDF-')) return 'pdf'
  return /<svg[\s>]/i.test(head) ? 'svg' : 'other'
}

const nameCharactersMax = 200
// Controls, path separators, and the characters that turn the direction of reading: `photo\u202egpj.exe`.
const unsafeInName = /[\u0000-\u001f\u007f/\\:\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
// `%00` ends a name for careless readers, `%2f` is a separator for them.
const escapedInName = /%(?:00|2f|5c)/i
const pictureName = /^[^.].*\.(?:jpe?g|jfif|png|webp|heic|heif)$/i
const programName = /\.(?:exe|com|bat|cmd|scr|msi|js|mjs|html?|svg|php|jsp|aspx?|sh|ps1|jar|vbs|pdf)(?:\.|$)/i

/**
 * Whether a file's name is harmless. The name is never stored or used, but a deceptive one makes the whole file
 * suspect.
 */
export function isHonestFileName(name: string): boolean {
  return (
    name.length <= nameCharactersMax &&
    !unsafeInName.test(name) &&
    !escapedInName.test(name) &&
    !programName.test(name) &&
    pictureName.test(name)
  )
}
