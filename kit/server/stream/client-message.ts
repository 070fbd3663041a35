import { type JsonValue, readJsonObject } from '../mount/body/read-json.ts'

/** The messages of a client on the stream. */
export type ClientMessage =
  | { readonly type: 'hello'; readonly token: string | undefined }
  | { readonly type: 'subscribe' | 'unsubscribe' | 'resync'; readonly channel: string; readonly key: string }
  | { readonly type: 'ping' }

const nameCharactersMax = 64

/** Reads one frame of a client; undefined when it is not one of the messages above, with exactly its fields. */
export function readClientMessage(text: string): ClientMessage | undefined {
  const reading = readJsonObject(text)
  if (reading.kind !== 'fields') return undefined
  const { fields } = reading
  const type = fields.get('type')
  switch (type) {
    case 'hello': {
      const token = fields.get('token')
      if (!hasOnly(fields, ['type', 'token']) || (token !== undefined && typeof token !== 'string')) return undefined
      return { type, token }
    }
    case 'subscribe':
    case 'unsubscribe':
    case 'resync': {
      const [channel, key] = [fields.get('channel'), fields.get('key')]
      if (!hasOnly(fields, ['type', 'channel', 'key']) || !isName(channel) || !isName(key)) return undefined
      return { type, channel, key }
    }
    case 'ping':
      return hasOnly(fields, ['type']) ? { type } : undefined
    default:
      return undefined
  }
}

function hasOnly(fields: ReadonlyMap<string, JsonValue>, names: readonly string[]): boolean {
  return [...fields.keys()].every((name) => names.includes(name))
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= nameCharactersMax
}
