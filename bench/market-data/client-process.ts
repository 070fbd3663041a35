import { setTimeout as sleep } from 'node:timers/promises'
import { checkingClient, noChecks } from './checking-client.ts'
import { type CountingClient, countingClient } from './counting-client.ts'
import { type FromClients, ownChannels, type Subscription, type ToClients } from './wire.ts'

// A process of WebSocket clients, driven by messages of its parent.

interface Client extends CountingClient {
  readonly subscriptions: readonly Subscription[]
}

const counts = noChecks()
const clients: Client[] = []
const socketsOfAddress = 250
const together = 50
const ownSubscriptions = [...ownChannels].map((channel) => ({ channel, key: 'me' }))

const answer = (message: FromClients): void => {
  process.send?.(message)
}

async function connectAll(message: ToClients & { kind: 'connect' }): Promise<void> {
  const { url, subscriptions, checking, tokens, network } = message
  for (let from = 0; from < subscriptions.length; from += together) {
    const some = subscriptions.slice(from, from + together).map(async (own, offset) => {
      const at = from + offset
      const address = `127.0.${network}.${1 + Math.floor(at / socketsOfAddress)}`
      const client = at < checking ? checkingClient(url, address, counts) : countingClient(url, address, counts)
      const { say, close } = await client
      const token = tokens[at]
      if (at >= checking || token === undefined) return { say, close, subscriptions: own }
      say({ type: 'hello', token })
      return { say, close, subscriptions: [...own, ...ownSubscriptions] }
    })
    clients.push(...(await Promise.all(some)))
  }
}

async function tellAll(type: 'subscribe' | 'unsubscribe'): Promise<void> {
  for (const [at, client] of clients.entries()) {
    for (const { channel, key } of client.subscriptions) client.say({ type, channel, key })
    if (at % together === 0) await sleep(5)
  }
}

async function act(message: ToClients): Promise<void> {
  switch (message.kind) {
    case 'connect':
      return await connectAll(message)
    case 'subscribe':
    case 'unsubscribe':
      return await tellAll(message.kind)
    case 'begin':
      Object.assign(counts, noChecks())
      return
    case 'end':
      return answer({ kind: 'counts', counts })
    case 'close':
      for (const client of clients.splice(0)) client.close()
  }
}

process.on('message', async (message: ToClients) => {
  await act(message)
  answer({ kind: 'done', of: message.kind })
})
process.on('disconnect', () => process.exit(0))
