import { DocumentPage } from './document-page.tsx'

/** The risk notice. */
export default function DisclaimerPage() {
  return <DocumentPage document="disclaimer" />
}
