import { operatorInfo } from '@bolsillo/identity/console'
import { systemClock } from '@bolsillo/kernel'
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
  const [endsAt, setEndsAt] = useState<number>()
  // Input while it asks is no answer: whoever comes back reads it first.
  useQuiet(askMs, (quiet) => {
    if (quiet) setEndsAt((before) => before ?? systemClock.now() + leftMs)
  })
  return endsAt === undefined ? null : <Asking endsAt={endsAt} onStay={() => setEndsAt(undefined)} />
}

/** The seconds left, by this computer's clock, which no answer of the server sets: timers of a page nobody looks at come late. */
function useSecondsLeft(endsAt: number): number {
  const left = (): number => Math.max(0, Math.ceil((endsAt - systemClock.now()) / secondMs))
  const [seconds, setSeconds] = useState(left)
  const latest = useRef(left)
  latest.current = left
  useEffect(() => {
    const timer = setInterval(() => setSeconds(latest.current()), secondMs)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

function Asking({ endsAt, onStay }: { readonly endsAt: number; readonly onStay: () => void }) {
  const t = useWords<Messages>('core')
  const { client } = useKit()
  const box = useRef<HTMLDialogElement>(null)
  const stayButton = useRef<HTMLDivElement>(null)
  const signOut = useSignOut()
  const seconds = useSecondsLeft(endsAt)
  const [unsent] = useState(unsentFields)
  useEffect(() => {
    box.current?.showModal()
    stayButton.current?.querySelector('button')?.focus()
  }, [])
  const isOver = seconds === 0
  useEffect(() => {
    if (isOver) signOut({ why: 'idle', unsent: unsentFields() })
  }, [isOver, signOut])
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
