import type { Server } from 'node:http'

export interface WitnessedLog {
  readonly origin: string
  readonly id: string
  readonly key: Buffer
}
export interface WitnessAnswer {
  readonly status: number
  readonly body: string
  readonly type: string
}
interface Note {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
  readonly note: string
}
export interface LogWitness {
  readonly vkey: string
  readonly add: (body: string) => WitnessAnswer
  readonly lastOf: (origin: string) => Note | undefined
  readonly checkpointOf: (hash: string) => string | undefined
}
export function readLogKey(text: string): WitnessedLog | undefined
export function createWitness(options: {
  readonly name: string
  readonly dir: string
  readonly logs: readonly WitnessedLog[]
  readonly now?: () => number
  readonly say?: (line: string) => void
}): LogWitness
export function serveWitness(witness: LogWitness): Server
export function askLog(
  witness: LogWitness,
  options: { readonly origin: string; readonly url: string; readonly say?: (line: string) => void },
): Promise<'cosigned' | 'fork' | 'silent'>
