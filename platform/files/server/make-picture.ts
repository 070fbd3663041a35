import { type Rejection, reject } from '@bolsillo/kernel'
import type { UploadedFile } from '@bolsillo/server-kit'
import { fileRejections as r } from '../contract/index.ts'
import {
  type FileKind,
  fileKindOf,
  isHonestFileName,
  keptSideMax,
  picturePixelsMax,
  pictureSideMin,
  watermarkSvg,
} from '../domain/index.ts'
import { pictureLibrary } from './picture-library.ts'

/** A picture as we keep it. */
export interface MadePicture {
  readonly kind: 'picture'
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
}

const quality = 84
const madeWithinSeconds = 10

const refusedKinds: Readonly<Record<Exclude<FileKind, 'jpeg' | 'png' | 'webp'>, Rejection>> = {
  pdf: reject(r.filePdf, { field: 'file' }),
  heic: reject(r.fileHeic, { field: 'file' }),
  gif: reject(r.fileKind, { field: 'file' }),
  svg: reject(r.fileKind, { field: 'file' }),
  other: reject(r.fileKind, { field: 'file' }),
}

/** Re-encodes an uploaded picture: only its visible pixels are kept, without name, location or embedded files. */
export async function makePicture({ name, bytes }: UploadedFile): Promise<MadePicture | Rejection> {
  const refuse = (spec: (typeof r)[keyof typeof r], values?: Readonly<Record<string, string>>): Rejection =>
    reject(spec, { field: 'file', ...(values === undefined ? {} : { values }) })
  if (bytes.length === 0) return refuse(r.fileEmpty)
  if (!isHonestFileName(name)) return refuse(r.fileName)
  const kind = fileKindOf(bytes)
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') return refusedKinds[kind]
  const sharp = await pictureLibrary()
  const options = { limitInputPixels: false, failOn: 'error', sequentialRead: true } as const
  const head = await orUnreadable(sharp(bytes, options).metadata())
  if (head === undefined || head.format !== kind) return refuse(r.fileUnreadable)
  if ((head.pages ?? 1) > 1) return refuse(r.fileMoving)
  const { width = 0, height = 0 } = head
  if (width * height > picturePixelsMax) {
    return refuse(r.filePixels, { maximum: String(picturePixelsMax / 1_000_000) })
  }
  if (Math.min(width, height) < pictureSideMin) return refuse(r.fileTooSmall, { minimum: String(pictureSideMin) })
  const made = await orUnreadable(
    sharp(bytes, { ...options, limitInputPixels: picturePixelsMax })
      .autoOrient()
      .resize({ width: keptSideMax, height: keptSideMax, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality })
      .timeout({ seconds: madeWithinSeconds })
      .toBuffer({ resolveWithObject: true }),
  )
  if (made === undefined) return refuse(r.fileUnreadable)
  return { kind: 'picture', jpeg: made.data, width: made.info.width, height: made.info.height }
}

/** An error of libvips means an unreadable file; its message would not help a customer. */
async function orUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** The picture with a text drawn all over it. */
export async function markPicture(
  picture: { readonly jpeg: Buffer; readonly width: number; readonly height: number },
  text: string,
): Promise<Buffer> {
  const { width, height, jpeg } = picture
  const svg = Buffer.from(watermarkSvg({ text, width, height }))
  const sharp = await pictureLibrary()
  return await sharp(jpeg)
    .composite([{ input: svg }])
    .jpeg({ quality })
    .toBuffer()
}
