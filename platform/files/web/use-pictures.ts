import { useRef, useState } from 'react'

/** A picture somebody chose, and its upload once it is there. */
export interface ChosenPicture {
  readonly key: number
  readonly file: File
  readonly fileId: string | undefined
}

/** The pictures of a form, before it is sent. */
export interface ChosenPictures {
  readonly all: readonly ChosenPicture[]
  /** The uploads, in their order. */
  readonly fileIds: readonly string[]
  /** Every picture is uploaded: the form can be sent. */
  readonly isReady: boolean
  readonly add: (files: readonly File[]) => void
  readonly keep: (key: number, fileId: string) => void
  readonly remove: (key: number) => void
  readonly clear: () => void
}

/** What a form that takes several pictures holds of them. */
export function usePictures(): ChosenPictures {
  const [all, setAll] = useState<readonly ChosenPicture[]>([])
  const last = useRef(0)
  const fileIds = all.flatMap(({ fileId }) => (fileId === undefined ? [] : [fileId]))
  return {
    ...{ all, fileIds, isReady: fileIds.length === all.length },
    add: (files) => {
      const chosen = files.map((file) => {
        last.current += 1
        return { key: last.current, file, fileId: undefined }
      })
      setAll((before) => [...before, ...chosen])
    },
    keep: (key, fileId) => setAll((before) => before.map((one) => (one.key === key ? { ...one, fileId } : one))),
    remove: (key) => setAll((before) => before.filter((one) => one.key !== key)),
    clear: () => setAll([]),
  }
}
