import type { Client } from '@bolsillo/web-kit'
import { createContext } from 'react'
import type { OwnLine, OwnReader } from '../domain/own-log.ts'

/** The result of following acts to the heads they were given with. */
export type FollowedActs =
  /** Each leads there, and the heads continue what this device saw before. */
  | { readonly kind: 'signed'; readonly size: string }
  /** One does not, or its head is signed by nobody. */
  | { readonly kind: 'false'; readonly seq: string }
  /** A head and the last one this device saw cannot be of one journal. */
  | { readonly kind: 'contradicts' }
  /** Nothing is known: no heads are signed, or there was no answer. */
  | { readonly kind: 'unknown' }

/** Reads acts of the journal and follows them, on this device. The ledger does; this room cannot ask it by itself. */
export interface ActFollowing extends Pick<OwnReader, 'readAct'> {
  readonly follow: (lines: readonly OwnLine[]) => Promise<FollowedActs>
}

/** Loads what follows acts. The app gives it. */
export const ActFollowingContext = createContext<((client: Pick<Client, 'call'>) => Promise<ActFollowing>) | undefined>(
  undefined,
)
