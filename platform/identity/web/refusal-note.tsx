import { Note } from '@bolsillo/ui'
import type { ComponentProps } from 'react'

type Look = Pick<ComponentProps<typeof Note>, 'icon' | 'className'>

/** What is wrong with none of the fields shown, read aloud when it appears. */
export function RefusalNote({ text, ...look }: Look & { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <div role="alert">
      <Note {...look} tone="bad">
        {text}
      </Note>
    </div>
  )
}
