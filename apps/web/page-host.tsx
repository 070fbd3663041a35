import type { Page } from '@bolsillo/contract'
import { appSettings } from '@bolsillo/settings/domain'
import { knownSetting } from '@bolsillo/settings/web'
import { restOfWords } from '@bolsillo/web-kit'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { reloadIfReplaced } from './installed/build.ts'

// From the specification: loading gives up after 60 s. When the indicator shows is a published setting.
const loadTimeoutMs = 60_000

type Loaded = { readonly Component: ComponentType }
const loaded = new Map<string, Loaded>()

/** The page that needs only the first bundle of words. */
const firstPath = '/pages/tabbar/home'

/** Loads a page's chunk and its words; rejects on failure or timeout. A loaded chunk is cached. */
export async function loadPage(page: Page<ComponentType>): Promise<Loaded> {
  const known = loaded.get(page.path)
  if (known !== undefined) return known
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${page.path} took longer than ${loadTimeoutMs} ms`)), loadTimeoutMs)
  })
  try {
    const words = page.path === firstPath ? undefined : restOfWords()
    const [module] = await Promise.race([Promise.all([page.load(), words]), tooLong])
    const result = { Component: module.default }
    loaded.set(page.path, result)
    return result
  } finally {
    clearTimeout(timer)
  }
}

/** Whether the app's server answers now. */
async function isReachable(): Promise<boolean> {
  return await fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

type State =
  | { readonly kind: 'waiting' | 'slow' | 'failed' }
  | { readonly kind: 'ready'; readonly Component: ComponentType }

interface PageHostProps {
  readonly page: Page<ComponentType>
  /** Shown once loading takes longer than the delay. */
  readonly indicator: ReactNode
  /** Shown when the chunk failed; `retry` asks for it again. */
  readonly failure: (retry: () => void) => ReactNode
}

/** Shows a page, bringing its chunk first: nothing for a moment, then an indicator, then the page or an error to retry. */
export function PageHost({ page, indicator, failure }: PageHostProps) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>(() => {
    const known = loaded.get(page.path)
    return known === undefined ? { kind: 'waiting' } : { kind: 'ready', Component: known.Component }
  })
  useEffect(() => {
    let current = true
    const known = loaded.get(page.path)
    if (known !== undefined) {
      setState({ kind: 'ready', Component: known.Component })
      return undefined
    }
    setState({ kind: 'waiting' })
    const slow = setTimeout(() => current && setState({ kind: 'slow' }), knownSetting(appSettings.loadingDelayMs))
    loadPage(page)
      .then(({ Component }) => current && setState({ kind: 'ready', Component }))
      .catch(async () => {
        if (await reloadIfReplaced()) return
        // Chromium up to 150 never fetches a failed module again within one document, so only a reload helps.
        if (attempt > 0 && current && (await isReachable())) location.reload()
        else if (current) setState({ kind: 'failed' })
      })
      .finally(() => clearTimeout(slow))
    return () => {
      current = false
      clearTimeout(slow)
    }
  }, [page, attempt])
  switch (state.kind) {
    case 'waiting':
      return null
    case 'slow':
      return indicator
    case 'failed':
      return failure(() => setAttempt((tries) => tries + 1))
    case 'ready':
      return <state.Component />
  }
}
