import { assert, type Language, type NumberStyle, numberStyleOf } from '@bolsillo/kernel'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { UiWords } from './words/es-ES.ts'

/** What a link of the app takes. `Link` of kit/web is one; the gallery and tests use a plain `<a>`. */
export interface UiLinkProps {
  readonly href: string
  readonly className?: string | undefined
  readonly children?: ReactNode
  readonly replace?: boolean
  readonly onClick?: () => void
  readonly 'aria-label'?: string | undefined
  readonly 'aria-current'?: 'page' | undefined
}

/** Settings that the shell provides to parts: language, the customer's zone, and navigation. */
export interface UiSettings {
  readonly language: Language
  /** IANA name; the default of customers is America/Mexico_City. */
  readonly zone: string
  readonly words: UiWords
  readonly Link: ComponentType<UiLinkProps>
  /** Whether the app has a page; links to missing ones are hidden. Defaults to true for every page. */
  readonly hasPage?: (path: string) => boolean
  /** The customer hides their money: `useMasked`. */
  readonly amountsHidden?: boolean
  /** One page back, or to the home tab where there is no history. */
  readonly goBack: () => void
}

const UiContext = createContext<UiSettings | undefined>(undefined)

/** Gives the parts below it their settings. */
export function UiProvider({ settings, children }: { readonly settings: UiSettings; readonly children: ReactNode }) {
  return <UiContext value={settings}>{children}</UiContext>
}

/** The settings of the parts; asserts a `UiProvider` above. */
export function useUi(): UiSettings & { readonly style: NumberStyle } {
  const settings = useContext(UiContext)
  assert(settings !== undefined, 'parts of kit/ui need a UiProvider above them')
  return { ...settings, style: numberStyleOf(settings.language) }
}

/**
 * Whether what the customer has, and what it brought, is hidden: how much, not what and not at which price. Figures take it as
 * `masked`; within texts `hiddenFigure` stands for them.
 */
export function useMasked(): boolean {
  return useUi().amountsHidden === true
}

/** In a text, a figure that is hidden. */
export const hiddenFigure = '•••'

/** Puts values into the braces of a text: `fill('hace {count} s', {count: '3'})`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}
