import { readStored, useCall, writeStored } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { readProps } from '../contract/index.ts'
import { publishedValue } from '../domain/published.ts'
import type { Setting, ValueOf } from '../domain/setting.ts'

// The public settings rule the app: read at its start, kept in this browser for the next start, and followed.

const storedName = 'props'
const everyMs = 5 * 60_000
const freshMs = 60_000

function storedProps(): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readStored(storedName) || '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** A public setting as this browser knows it, before anything was asked: what was read last, else its default. */
export function knownSetting<S extends Setting>(setting: S): ValueOf<S> {
  return publishedValue(setting, storedProps())
}

/** A public setting as the server publishes it; until that was read, as this browser knows it. */
export function useSetting<S extends Setting>(setting: S): ValueOf<S> {
  const { data } = useCall(readProps, {}, { freshMs })
  return data === undefined ? knownSetting(setting) : publishedValue(setting, data.props)
}

/** Reads the public settings at the start and every few minutes, for every part of the app that follows them. */
export function FollowSettings(): undefined {
  const { data } = useCall(readProps, {}, { everyMs, freshMs })
  useEffect(() => {
    if (data !== undefined) writeStored(storedName, JSON.stringify(data.props))
  }, [data])
}
