import { useUpload } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import { uploadFile } from '../contract/index.ts'
import { type FilePurpose, fileBytesMax, keptSideMax } from '../domain/file-rules.ts'

/** A picture on its way: made smaller, shown, sent. `take` answers the id of the upload, undefined when there is none. */
export function useSendPicture(purpose: FilePurpose) {
  const { share, refusal, send } = useUpload(uploadFile)
  const [shown, setShown] = useState<string>()
  const [tooLarge, setTooLarge] = useState(false)
  const [preparing, setPreparing] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(shown ?? ''), [shown])
  const take = async (file: Blob): Promise<string | undefined> => {
    setPreparing(true)
    const small = await shrinkPicture(file)
    setPreparing(false)
    setTooLarge(small.size > fileBytesMax)
    if (small.size > fileBytesMax) return undefined
    setShown(URL.createObjectURL(small))
    const reply = await send({ purpose }, small)
    if (reply === undefined) setShown(undefined)
    return reply?.fileId
  }
  return { shown, tooLarge, preparing, share, refusal, take }
}

const quality = 0.88

/**
 * Shrinks a picture to its stored size, so that a phone uploads it in a second or two. Camera metadata stay on the
 * phone. A file the browser cannot decode is sent unchanged, and the server reports the problem.
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  if (!/^image\/(?:jpeg|png|webp|heic|heif)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (bitmap === undefined) return file
  const scale = Math.min(1, keptSideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return file
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return drawn ?? file
}
