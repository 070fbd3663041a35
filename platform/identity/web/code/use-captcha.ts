import { serverNow } from '@bolsillo/ui'
import { useKit } from '@bolsillo/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getCaptcha } from '../../contract/index.ts'

type CaptchaState = 'checking' | 'done' | 'failed'

export interface Captcha {
  readonly state: CaptchaState
  /** A solved puzzle, waiting for it if need be; each is handed out once. Undefined when it could not be solved. */
  readonly take: () => Promise<string | undefined>
  readonly retry: () => void
}

interface Solved {
  readonly payload: string
  readonly until: number
}

/** A puzzle this close to its end is solved anew. */
const spareMs = 60_000

/** Solves puzzles in the background while the form is filled in, one ahead. */
export function useCaptcha(): Captcha {
  const { client } = useKit()
  const [state, setState] = useState<CaptchaState>('checking')
  const next = useRef<Promise<Solved | undefined> | undefined>(undefined)
  const start = useCallback((): Promise<Solved | undefined> => {
    setState('checking')
    const work = (async (): Promise<Solved | undefined> => {
      const [answer, { solve }] = await Promise.all([client.call(getCaptcha, {}), import('./captcha-solver.ts')])
      if (answer.kind !== 'reply') return undefined
      const payload = await solve(answer.data)
      return payload === undefined ? undefined : { payload, until: answer.data.parameters.data.until }
    })().catch(() => undefined)
    next.current = work
    void work.then((solved) => {
      if (next.current === work) setState(solved === undefined ? 'failed' : 'done')
    })
    return work
  }, [client])
  useEffect(() => {
    void start()
    return () => {
      next.current = undefined
    }
  }, [start])
  const take = useCallback(async () => {
    const ready = await (next.current ?? start())
    const fresh = ready !== undefined && ready.until - spareMs > serverNow() ? ready : await start()
    void start()
    return fresh?.payload
  }, [start])
  return { state, take, retry: () => void start() }
}
