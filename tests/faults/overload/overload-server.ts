import { fileURLToPath } from 'node:url'
import { readConfig, startServer } from '@bolsillo/app-server'
import { systemClock } from '@bolsillo/kernel'
import { type Admission, createAdmissionLines, type Log } from '@bolsillo/server-kit'
import { deskLimits } from '@bolsillo/trading/server'

// The server of the experiment with overload: the application as it is, except that its door can be taken out of its
// hinges while it runs. `unbounded` is what an unwary back end does: whoever comes may wait, however many wait already.
export type Door = 'bounded' | 'unbounded'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const lines = createAdmissionLines(systemClock)
let door: Door = 'bounded'

/** The line that is in force. It counts on while it is unbounded, so that nobody inside is forgotten. */
function hinged(bounded: Admission): Admission {
  let beyond = 0
  return {
    hasRoom: (urgent) => door === 'unbounded' || bounded.hasRoom(urgent),
    enter: (urgent) => {
      if (bounded.enter(urgent)) return true
      if (door === 'unbounded') beyond += 1
      return door === 'unbounded'
    },
    leave: () => {
      if (beyond > 0) beyond -= 1
      else bounded.leave()
    },
    inside: () => bounded.inside() + beyond,
  }
}

const tell = (fields: object, message: string): void => {
  const text = JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.stack : value))
  process.stderr.write(`${message} ${text}\n`)
}
const log: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: tell }

const server = await startServer(readConfig(process.env, root), log, () => undefined, {
  admission: { desk: hinged(lines.desk), others: lines.others },
  deskLimits: { ...deskLimits, waitingMax: 1_000_000 },
})
process.on('message', (wanted: Door) => {
  door = wanted
  process.send?.({ door })
})
process.on('disconnect', () => {
  server.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
process.send?.({ url: server.url })
