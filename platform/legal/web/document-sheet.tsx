import { Loaded, SkeletonCard } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import { readDocument } from '../contract/index.ts'
import type { DocumentName } from '../domain/documents.ts'
import { DocumentText } from './document-text.tsx'

/** The text of a document in force. */
export default function DocumentSheet({ document }: { readonly document: DocumentName }) {
  const read = useCall(readDocument, { document })
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
