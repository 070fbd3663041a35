import type { BooksRead } from '../books-store.ts'

interface OpenTime {
  readonly from: number
  readonly to: number
}

/** What a version says, as it is kept. */
export interface PlaceText {
  readonly name: string
  readonly kind: string
  readonly isClosed: boolean
  readonly street: string
  readonly city: string
  readonly region: string
  readonly postalCode: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly zone: string
  readonly phone: string
  readonly hours: Readonly<Record<string, readonly OpenTime[]>>
  readonly closedOn: readonly string[]
  readonly services: readonly string[]
  readonly access: readonly string[]
}

interface Approval {
  readonly kind: string
  readonly subject: string
  readonly maker: string
  readonly outcome: string | null
  /** Who decided. */
  readonly checker: string | null
  readonly payload: Readonly<Record<string, string>>
}

/** A version as it was written, and by what it was published. */
export interface VersionRow {
  readonly placeId: string
  readonly number: number
  readonly details: PlaceText
  readonly writtenAt: bigint
  readonly writtenBy: string
  readonly publication:
    | { readonly maker: string; readonly checker: string; readonly approval: Approval | undefined }
    | undefined
}

/** Every version of every place, published or not. */
export async function readVersions(read: BooksRead): Promise<readonly VersionRow[]> {
  const rows = await read<
    {
      place_id: string
      number: number
      details: PlaceText
      written_at: string
      written_by: string
      publication: { maker: string; checker: string } | null
      approval: (Omit<Approval, 'payload'> & { payload: string }) | null
    }[]
  >`
    select version.place_id, version.number, details, written_at::text, written_by,
      case when publication.approval_id is not null then jsonb_build_object('maker', publication.maker,
        'checker', publication.checker) end as publication,
      case when proposal.id is not null then jsonb_build_object('kind', kind, 'subject', subject, 'maker', proposal.maker,
        'outcome', outcome, 'checker', decided_by, 'payload', payload) end as approval
    from location_version as version left join location_publication as publication using (place_id, number)
      left join approval as proposal on proposal.id = publication.approval_id
      left join approval_decision as decision on decision.approval_id = proposal.id
    order by version.place_id, version.number`
  return rows.map(({ place_id, written_at, written_by, publication, approval, number, details }) => ({
    ...{ placeId: place_id, number, details, writtenAt: BigInt(written_at), writtenBy: written_by },
    publication:
      publication === null
        ? undefined
        : {
            ...publication,
            approval: approval === null ? undefined : { ...approval, payload: JSON.parse(approval.payload) },
          },
  }))
}
