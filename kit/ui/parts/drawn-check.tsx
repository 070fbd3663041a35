/** A check mark that draws itself once, in the app's stroke: something has been carried out. */
export function DrawnCheck({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path
        d="m4 12.5 5 5L20 6.5"
        pathLength={1}
        className="animate-[draw_420ms_cubic-bezier(0.4,0,0.2,1)_120ms_both]"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.25}
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeDasharray="1 1"
      />
    </svg>
  )
}
