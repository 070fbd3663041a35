import type { Log } from '@bolsillo/server-kit'
import pino from 'pino'
import type { Config } from './config.ts'

// Writing a single line costs more than formatting it. So lines are written together, at most a tenth of a second
// late; an error is written at once, with everything logged before it.
const bytesTogether = 16_384
const bytesAtOnceMax = 65_536
const togetherWithinMs = 100

/** The log: one JSON line each, to standard error, so that standard output stays what was asked for. */
export function createLog(level: Config['logLevel']): Log {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: bytesTogether,
    maxWrite: bytesAtOnceMax,
    periodicFlush: togetherWithinMs,
  })
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    destination,
  )
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => {
      logger.warn(fields, message)
      destination.flush()
    },
    error: (fields, message) => {
      logger.error(fields, message)
      destination.flush()
    },
  }
}
