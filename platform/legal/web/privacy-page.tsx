import { DocumentPage } from './document-page.tsx'

/** The privacy notice. */
export default function PrivacyPage() {
  return <DocumentPage document="privacy" />
}
