import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { UiProvider } from '../ui-context.tsx'
import { words } from '../words/en-US.ts'

const settings = {
  language: 'en-US',
  zone: 'America/Mexico_City',
  words,
  Link: () => null,
  goBack: () => undefined,
} as const

/** The markup of a part in the settings an app gives: English, Mexico's zone, links that lead nowhere. */
export function htmlOf(part: ReactNode, changes: { readonly amountsHidden?: boolean } = {}): string {
  return renderToStaticMarkup(<UiProvider settings={{ ...settings, ...changes }}>{part}</UiProvider>)
}

/** The text of a part, without its markup. */
export function textOf(part: ReactNode, changes: { readonly amountsHidden?: boolean } = {}): string {
  return htmlOf(part, changes).replaceAll(/<[^>]+>/g, ' ')
}
