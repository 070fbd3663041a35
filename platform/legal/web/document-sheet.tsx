import { Loaded, SkeletonCard } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import { useEffect } from 'react'
import { readDocument } from '../contract/index.ts'
import type { DocumentName } from '../domain/documents.ts'
import { DocumentText } from './document-text.tsx'

interface DocumentSheetProps {
  readonly document: DocumentName
  /** Hears the version that is on the screen: what is accepted is what was shown. */
  readonly onShown?: (version: string) => void
}

/** The text of a document in force. */
export default function DocumentSheet({ document, onShown }: DocumentSheetProps) {
  const read = useCall(readDocument, { document })
  const version = read.data?.version
  useEffect(() => {
    if (version !== undefined) onShown?.(version)
  }, [version, onShown])
  return (
    <Loaded of={read} skeleton={<SkeletonCard lines={8} />}>
      {(data) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text longer than its sheet is scrolled by keys.
        <section tabIndex={0} aria-label={data.title} className="outline-none">
          <DocumentText document={data} />
        </section>
      )}
    </Loaded>
  )
}
