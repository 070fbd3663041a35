import { createSimulatedWorld, createSimulatedHistory } from './venues/simulated/index.ts'
import { instruments, sessionOf, isTradable } from '@bolsillo/market/domain'
import { instant, dateOfDayNumber, dayNumber, tradeDate } from '@bolsillo/kernel'
const now=Date.UTC(2026,10,20,16,30); const clock={now:()=>instant(now)}
const cpu=()=>{const c=process.cpuUsage();return (c.user+c.system)/1000}
let t=cpu(); const lap=(s:string)=>{console.log(s,(cpu()-t).toFixed(0));t=cpu()}
for(let d=0;d<1860;d++) {sessionOf('XNYS',dateOfDayNumber(dayNumber(tradeDate('2026-11-20'))-d));sessionOf('XMEX',dateOfDayNumber(dayNumber(tradeDate('2026-11-20'))-d))} lap('calendar 5y both')
const w=createSimulatedWorld(11,instruments); lap('world')
const h=createSimulatedHistory(w,11,instruments,clock)
h.minuteCandles('AAPL.US',instant(now-365*864e5),instant(now)); lap('year minutes AAPL cold')
h.minuteCandles('MSFT.US',instant(now-365*864e5),instant(now)); lap('year minutes MSFT')
h.minuteCandles('KO.US',instant(now-365*864e5),instant(now)); lap('year minutes KO')
for(const {id} of instruments.filter(isTradable)) h.dailyCandles(id,tradeDate('2026-10-20'),tradeDate('2026-11-20')); lap('month of all')
for(const {id} of instruments.filter(isTradable)) h.minuteCandles(id,instant(now-864e5),instant(now)); lap('minutes of last day of all')
h.dailyCandles('WALMEX.MX',tradeDate('2020-01-01'),tradeDate('2026-11-20')); lap('5y WALMEX')
h.dailyCandles('SPX.US',tradeDate('2025-11-01'),tradeDate('2026-11-20')); lap('1y SPX')
