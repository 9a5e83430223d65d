#!/usr/bin/env node
import '../dist/curvewell-analyse.js';
