import type { Log } from '@bolsillo/server-kit'
import pino from 'pino'
import type { Config } from './config.ts'

/** The log: one JSON line each, to standard error, so that standard output stays what was asked for. */
export function createLog(level: Config['logLevel']): Log {
  const destination = pino.destination({ dest: 2, sync: false })
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
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}
