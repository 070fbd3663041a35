import { useEffect, useRef, useState } from 'react'
import {
  canOfferPasskeys,
  endOffer,
  offerPasskeys,
  type PasskeyQuestion,
  signWithPasskey,
} from '../factors/passkeys.ts'

/** A door that opens to a passkey: the customers' or the console's. */
interface PasskeyDoor {
  readonly ask: () => Promise<{ readonly question: PasskeyQuestion }>
  readonly enter: (assertion: string) => void
}

interface PasskeyEntry {
  /** Asks the device for a passkey now. */
  readonly sign: () => Promise<void>
  /** Offers the passkeys beside the name again, after an answer that was refused. */
  readonly offerAgain: () => void
  /** Whoever holds the device gave up, or it has none for this site. */
  readonly gaveUp: boolean
}

// A challenge is good for five minutes; somebody may leave the page open for an hour.
const renewedEveryMs = 4 * 60_000
const roundsMax = 30

/** Signing in with a passkey: offered beside the name where the browser does that, and asked for by a button. */
export function usePasskeyEntry(door: PasskeyDoor): PasskeyEntry {
  const latest = useRef(door)
  latest.current = door
  const [round, setRound] = useState(0)
  const [asking, setAsking] = useState(false)
  const [gaveUp, setGaveUp] = useState(false)
  useEffect(() => {
    if (asking || round >= roundsMax) return undefined
    let isOver = false
    let isOffering = false
    const offer = async (): Promise<void> => {
      if (!(await canOfferPasskeys()) || isOver) return
      const asked = await latest.current.ask().catch(() => undefined)
      if (asked === undefined || isOver) return
      isOffering = true
      const assertion = await offerPasskeys(asked.question)
      isOffering = false
      if (assertion !== undefined && !isOver) latest.current.enter(assertion)
    }
    void offer()
    const renewal = setTimeout(() => setRound((count) => count + 1), renewedEveryMs)
    return () => {
      isOver = true
      clearTimeout(renewal)
      if (isOffering) void endOffer()
    }
  }, [round, asking])
  const sign = async (): Promise<void> => {
    setAsking(true)
    setGaveUp(false)
    const asked = await latest.current.ask().catch(() => undefined)
    const assertion = asked === undefined ? undefined : await signWithPasskey(asked.question)
    if (assertion === undefined) setGaveUp(true)
    else latest.current.enter(assertion)
    setAsking(false)
  }
  return { sign, offerAgain: () => setRound((count) => count + 1), gaveUp }
}
