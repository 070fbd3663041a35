import { operatorLogout } from '@bolsillo/identity/console'
import { showToast } from '@bolsillo/ui'
import { useAction, useKit, useWords } from '@bolsillo/web-kit'
import { useEffect, useRef, useState } from 'react'
import type { Messages } from './words/es-ES.ts'

/** Without a key or a touch for this long, the console asks the server nothing by itself. */
const restMs = 60_000
/** Without a key or a touch for this long, it signs out; the server's own idle time is the same. */
const idleMs = 10 * 60_000
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Runs when somebody did nothing for a while, and when they are back. */
function useQuiet(afterMs: number, told: (quiet: boolean) => void): void {
  const tell = useRef(told)
  tell.current = told
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stir = (): void => {
      clearTimeout(timer)
      tell.current(false)
      timer = setTimeout(() => tell.current(true), afterMs)
    }
    stir()
    for (const name of events) addEventListener(name, stir, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of events) removeEventListener(name, stir)
    }
  }, [afterMs])
}

/** Whether somebody is there. */
export function useActive(): boolean {
  const [active, setActive] = useState(true)
  useQuiet(restMs, (quiet) => setActive(!quiet))
  return active
}

/** Signs out when nobody is there. */
export function useIdleSignOut(): void {
  const t = useWords<Messages>('core')
  const { session } = useKit()
  const { mutate } = useAction(operatorLogout)
  useQuiet(idleMs, (quiet) => {
    if (!quiet) return
    mutate({}, { onSettled: () => session.clear() })
    showToast(t('idle'))
  })
}
