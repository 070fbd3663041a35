import type { Call, ReplyOf, RequestInput } from '@bolsillo/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useKit } from './provider.tsx'
import { dataOf, Refusal } from './refusal.ts'

/** A file on its way. */
export interface Uploading<C extends Call> {
  /** Which share has gone out, from 0 to 1; undefined while nothing is on its way. */
  readonly share: number | undefined
  readonly refusal: Refusal | undefined
  /** Sends a file and aborts a previous upload that is still running. Undefined: rejected or aborted. */
  readonly send: (request: RequestInput<C>, file: Blob) => Promise<ReplyOf<C> | undefined>
}

/** A call that takes a file. An unknown outcome is retried once with the same key, so the upload takes effect once. */
export function useUpload<C extends Call>(call: C): Uploading<C> {
  const { client } = useKit()
  const [share, setShare] = useState<number>()
  const [refusal, setRefusal] = useState<Refusal>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const send = useCallback<Uploading<C>['send']>(
    async (request, file) => {
      current.current?.abort()
      const mine = new AbortController()
      current.current = mine
      setRefusal(undefined)
      setShare(0)
      const options = { key: client.newKey(), onProgress: setShare, signal: mine.signal }
      let answer = await client.upload(call, request, file, options)
      if (answer.kind === 'unknown' && !mine.signal.aborted) answer = await client.upload(call, request, file, options)
      // An aborted upload reports nothing: another file may be uploading.
      if (mine.signal.aborted) return undefined
      setShare(undefined)
      try {
        return dataOf(answer)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        setRefusal(error)
        return undefined
      }
    },
    [client, call],
  )
  return { share, refusal, send }
}
