import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { freePort } from './server-process.ts'

/** A proxy before a journey's server that can replace the app by another build, and lose what is asked for. */
export interface Front {
  readonly url: string
  /** From now on the app is another build: every script has another name, and those of before are gone. */
  readonly deploy: () => void
  /** What is asked for and never answered: the line is lost there. */
  lost: (path: string) => boolean
  readonly close: () => Promise<void>
}

const scriptName = /-([\w-]{8})\.js\b/g
const buildName = /(<meta name="build" content="|"?build"?:[`"])(\w{16})/g
const reversed = (text: string): string => [...text].reverse().join('')

/** The names of one build in place of the other's; done twice it is the text of before. */
function renamed(text: string): string {
  return text
    .replaceAll(scriptName, (_, hash: string) => `-${reversed(hash)}.js`)
    .replaceAll(buildName, (_, before: string, name: string) => `${before}${reversed(name)}`)
}

/** Starts the proxy. Headers are the server's own; the stream is not passed on. */
export async function openFront(target: string): Promise<Front> {
  let isReplaced = false
  const port = await freePort()
  const front: Front = {
    url: `http://127.0.0.1:${port}`,
    deploy: () => {
      isReplaced = true
    },
    lost: () => false,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  const server: Server = createServer((asked, answer) => {
    if (front.lost(asked.url ?? '')) asked.socket.destroy()
    else passOn({ asked, answer, target, isReplaced })
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return front
}

function passOn(options: {
  readonly asked: IncomingMessage
  readonly answer: ServerResponse
  readonly target: string
  readonly isReplaced: boolean
}): void {
  const { asked, answer, target, isReplaced } = options
  const path = asked.url ?? '/'
  // The other build has the same tags; what is compared with one of before would pass for unchanged.
  const { host: _host, 'if-none-match': _tag, origin, ...headers } = asked.headers
  const url = new URL(path.startsWith('/assets/') && isReplaced ? renamed(path) : path, target)
  const passed = request(
    url,
    {
      method: asked.method,
      headers: { ...headers, 'accept-encoding': 'identity', ...(origin === undefined ? {} : { origin: target }) },
    },
    (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const { etag: _etag, 'content-length': _length, 'transfer-encoding': _coding, link, ...rest } = reply.headers
        const isText = /javascript|html|json/.test(String(rest['content-type']))
        const body = Buffer.concat(parts)
        const changes = isReplaced && isText && !path.startsWith('/ipcf-api')
        answer.writeHead(reply.statusCode ?? 502, {
          ...rest,
          ...(link === undefined ? {} : { link: isReplaced ? renamed(String(link)) : link }),
        })
        answer.end(changes ? renamed(body.toString()) : body)
      })
    },
  )
  passed.on('error', () => asked.socket.destroy())
  asked.pipe(passed)
}
