alter table trade_order enable trigger ended_stays;
