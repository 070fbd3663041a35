import { useState } from 'react'
import type { Coordinates } from '../domain/drawing.ts'

type Position =
  | { readonly is: 'unasked' | 'asking' | 'refused' | 'failed' | 'missing' }
  | { readonly is: 'known'; readonly at: Coordinates }

const waitMs = 15_000
const freshMs = 60_000
/** `GeolocationPositionError.PERMISSION_DENIED` */
const denied = 1

/** Where the phone is, asked for when somebody wants it and kept by this page alone. Nothing sends it. */
export function usePosition(): readonly [Position, ask: () => void] {
  const [position, setPosition] = useState<Position>({ is: 'unasked' })
  const ask = (): void => {
    // Browsers leave it out where the page came by an unprotected connection.
    if (!('geolocation' in navigator)) {
      setPosition({ is: 'missing' })
      return
    }
    setPosition({ is: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setPosition({ is: 'known', at: { latitude, longitude } }),
      ({ code }) => setPosition({ is: code === denied ? 'refused' : 'failed' }),
      { timeout: waitMs, maximumAge: freshMs },
    )
  }
  return [position, ask]
}
