import { operatorInfo } from '@bolsillo/identity/console'
import { Button } from '@bolsillo/ui'
import { useQuiet } from '@bolsillo/ui/console'
import { dataOf, useKit, useWords } from '@bolsillo/web-kit'
import { useEffect, useRef, useState } from 'react'
import { useSignOut } from './sign-out.ts'
import { unsentFields } from './unsent.ts'
import type { Messages } from './words/es-ES.ts'

/**
 * Without a key or a touch for this long, it asks; a minute later it signs out. Together less than the ten minutes of the
 * server, which notes the last use to the minute: whoever answers in time still has a session.
 */
const askMs = 8 * 60_000
const leftMs = 60_000
const secondMs = 1000
/** How often the time left is said to a screen reader. */
const spokenEveryS = 15

/** Asks a minute before an unused session ends, and ends it. */
export function IdleWarning() {
  const [isAsking, setAsking] = useState(false)
  // Input while it asks is no answer: whoever comes back reads it first.
  useQuiet(askMs, (quiet) => {
    if (quiet) setAsking(true)
  })
  return isAsking ? <Asking onStay={() => setAsking(false)} /> : null
}

/** Counts down to the end, and calls `onEnd` then. */
function useCountdown(onEnd: () => void): number {
  const [seconds, setSeconds] = useState(leftMs / secondMs)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    const tick = setInterval(() => setSeconds((before) => Math.max(1, before - 1)), secondMs)
    const end = setTimeout(() => latest.current(), leftMs)
    return () => {
      clearInterval(tick)
      clearTimeout(end)
    }
  }, [])
  return seconds
}

function Asking({ onStay }: { readonly onStay: () => void }) {
  const t = useWords<Messages>('core')
  const { client } = useKit()
  const box = useRef<HTMLDialogElement>(null)
  const stayButton = useRef<HTMLDivElement>(null)
  const signOut = useSignOut()
  const seconds = useCountdown(() => signOut({ why: 'idle', unsent: unsentFields() }))
  const [unsent] = useState(unsentFields)
  useEffect(() => {
    box.current?.showModal()
    stayButton.current?.querySelector('button')?.focus()
  }, [])
  const stay = (): void => {
    // Any call is a use of the session; a session that ended meanwhile is reported by the same call.
    void client.call(operatorInfo, {}).then(dataOf, () => undefined)
    onStay()
  }
  return (
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      onCancel={(event) => {
        event.preventDefault()
        stay()
      }}
      className="m-auto w-[min(100%-2rem,420px)] rounded-sheet bg-card p-5 text-ink outline-none backdrop:bg-mask"
    >
      <h2 id="idle-title" className="text-18">
        {t('idle.title')}
      </h2>
      <p id="idle-text" className="mt-1 text-second">
        {t('idle.text')}
      </p>
      <Countdown seconds={seconds} />
      {unsent.length > 0 && (
        <p className="mt-3 rounded-field bg-warn px-3 py-2 text-warnink">
          {t('idle.wouldLose', { fields: unsent.join(', ') })}
        </p>
      )}
      <div ref={stayButton} className="mt-4 grid gap-2.5">
        <Button size="medium" onClick={stay}>
          {t('idle.stay')}
        </Button>
        <Button size="medium" kind="ghost" onClick={() => signOut()}>
          {t('signOut')}
        </Button>
      </div>
    </dialog>
  )
}

/** The seconds left: drawn every second, said every quarter of a minute. */
function Countdown({ seconds }: { readonly seconds: number }) {
  const t = useWords<Messages>('core')
  return (
    <>
      <p className="mt-3 text-center text-34" aria-hidden="true">
        {t('idle.seconds', { count: seconds })}
      </p>
      <p role="status" className="sr-only">
        {t('idle.seconds', { count: Math.ceil(seconds / spokenEveryS) * spokenEveryS })}
      </p>
    </>
  )
}
