import { type Instant, instantAt, plusDays, wallTime } from '@bolsillo/kernel'

/** When a customer wants to be left alone: minutes of the day, by the clocks of a zone. The end is not part of it. */
export interface QuietHours {
  readonly fromMinute: number
  readonly toMinute: number
  /** An IANA name. */
  readonly zone: string
}

const minutesOfHour = 60

/** When the quiet hours end that an instant is in; undefined when it is in none. */
export function quietUntil({ fromMinute, toMinute, zone }: QuietHours, at: Instant): Instant | undefined {
  const { date, hour, minute } = wallTime(at, zone)
  const now = hour * minutesOfHour + minute
  const isOverNight = fromMinute > toMinute
  const isQuiet = isOverNight ? now >= fromMinute || now < toMinute : now >= fromMinute && now < toMinute
  if (!isQuiet) return undefined
  const end = instantAt(now < toMinute ? date : plusDays(date, 1), toMinute, zone)
  // On the day clocks are set back, the end of the hours can be behind us already.
  return end > at ? end : undefined
}

const timeForm = /^([01][0-9]|2[0-3]):([0-5][0-9])$/

/** Reads `22:30`, as forms send it. */
export function readMinute(text: string): number | undefined {
  const [, hour, minute] = timeForm.exec(text) ?? []
  return hour === undefined || minute === undefined ? undefined : Number(hour) * minutesOfHour + Number(minute)
}

/** `22:30` of a minute of the day. */
export function writeMinute(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / minutesOfHour))}:${two(minute % minutesOfHour)}`
}
