// The desk of battles by written orders: the map by mouse, touch and keys, saves, and the numbers beside the orders.

import { takeMap } from "./answers.js";
import { readCheck } from "./order_numbers.js";
import "./keys.js";
import "./pointer.js";
import "./saving.js";

takeMap();
readCheck();
