import { useRef } from 'react'
import type { WireContractPosition } from '../../contract/index.ts'

/**
 * The position a sheet is open for. One that was closed leaves the list, and the result of the closing is still to be
 * seen: it is kept as it was last, and marked as gone. `opened` names what the sheet was opened for.
 */
export function useOpenedPosition(
  opened: string | undefined,
  current: WireContractPosition | undefined,
): { readonly position: WireContractPosition; readonly gone: boolean } | undefined {
  const last = useRef<{ readonly of: string; readonly position: WireContractPosition }>(undefined)
  if (last.current?.of !== opened) last.current = undefined
  if (opened === undefined) return undefined
  // Another position in the same contract is not the one the sheet was opened for.
  if (current !== undefined && (last.current?.position ?? current).positionId === current.positionId) {
    last.current = { of: opened, position: current }
  }
  const position = last.current?.position
  return position === undefined ? undefined : { position, gone: current?.positionId !== position.positionId }
}
