import { reportHeight } from '../frame/channel.ts';
import { startCalculator } from './form.ts';

startCalculator();
reportHeight();
